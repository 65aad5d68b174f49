import { and, like, or, type SQL } from "drizzle-orm";
import type { Database } from "../../db";
import { categories, journals, links, photos, posts, sheets, tags, users } from "../../db/schema";
import type { Actor } from "../core/access";
import { query } from "../core/operation";
import { visibleTo as visibleJournals } from "../journals/visibility";
import { visibleTo as visiblePosts } from "../posts/visibility";
import { visibleTo as visibleSheets } from "../sheets/visibility";
import { findAttachment } from "./queries";
import * as shape from "./schema";

/** Longest title of a usage: a journal has none, so its beginning stands for it. */
const TITLE_LENGTH = 100;

const name = { post: posts.title, sheet: sheets.title, journal: journals.sourceContent, category: categories.name, tag: tags.name, link: links.name, photo: photos.name, user: users.nickname };

/** Where addresses may stand: kind of record, what the field is called in an answer, its columns. */
const drafts = [["post", posts], ["sheet", sheets]] as const;
const fields = [
  ...drafts.flatMap(([kind, table]) => [
    { kind, table, field: "text", columns: [table.content, table.originalContent, table.workingContent, table.workingOriginalContent] },
    { kind, table, field: "summary", columns: [table.summary] },
    { kind, table, field: "thumbnail", columns: [table.thumbnail] },
  ]),
  { kind: "journal", table: journals, field: "text", columns: [journals.content, journals.sourceContent] },
  { kind: "category", table: categories, field: "thumbnail", columns: [categories.thumbnail] },
  { kind: "tag", table: tags, field: "thumbnail", columns: [tags.thumbnail] },
  { kind: "link", table: links, field: "logo", columns: [links.logo] },
  { kind: "photo", table: photos, field: "url", columns: [photos.url] },
  { kind: "photo", table: photos, field: "thumbnail", columns: [photos.thumbnail] },
  { kind: "user", table: users, field: "avatar", columns: [users.avatar] },
] as const;

/** What an actor may not know of is left out by the predicate of its own feature. */
function known(actor: Actor, now: Date, kind: shape.Usage["kind"]): SQL | undefined {
  if (kind === "post") return or(visiblePosts(actor, now, "dashboard"), visiblePosts(actor, now, "list"));
  if (kind === "sheet") return or(visibleSheets(actor, now, "dashboard"), visibleSheets(actor, now, "list"));
  if (kind === "journal") return or(visibleJournals(actor, "dashboard"), visibleJournals(actor, "list"));
  return undefined;
}

/**
 * Everything that names this folder in an address and may be known to this actor; without one, all of
 * it. The folder holds letters, digits and `/` only, so it is no pattern of its own.
 */
export async function usagesOf(db: Database, folder: string, reader?: { actor: Actor; now: Date }): Promise<shape.Usage[]> {
  const names = `%/uploads/${folder}/%`;
  const found: shape.Usage[] = [];
  for (const { kind, table, field, columns } of fields) {
    const rows = await db
      .select({ id: table.id, title: name[kind] })
      .from(table)
      .where(and(or(...columns.map((column) => like(column, names))), reader && known(reader.actor, reader.now, kind)))
      .orderBy(table.id);
    found.push(...rows.map(({ id, title }) => ({ kind, id, title: Array.from(title.slice(0, 2 * TITLE_LENGTH)).slice(0, TITLE_LENGTH).join(""), field })));
  }
  return found;
}

/** Where an attachment is used. */
export const listAttachmentUsages = query("listAttachmentUsages", {
  can: "upload files",
  input: shape.attachmentRef,
  output: shape.usages,
  reads: () => ["attachments", "posts"],
  run: async ({ db, actor, now }, { attachmentId }) => usagesOf(db, (await findAttachment(db, actor, attachmentId)).folder, { actor, now }),
});
