import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import {
  categories,
  journals,
  links,
  menus,
  options,
  photos,
  posts,
  renewals,
  sheets,
  tags,
  usages,
  users,
} from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { AppError } from "../../core/errors";
import { query } from "../../core/operation";
import { visibleTo as visibleJournals } from "../visibility/journals";
import { visibleTo as visiblePosts } from "../visibility/posts";
import { visibleTo as visibleSheets } from "../visibility/sheets";
import { findAttachment } from "./queries";
import * as shape from "./schema";

/** Longest title of a usage: a journal has none, so its beginning stands for it. */
const TITLE_LENGTH = 100;
/** As many records as one query names. */
const PART = 100;

/** The records of each kind, and what they are called; in the order of an answer. */
export const records = {
  post: { table: posts, title: posts.title },
  sheet: { table: sheets, title: sheets.title },
  journal: { table: journals, title: journals.sourceContent },
  category: { table: categories, title: categories.name },
  tag: { table: tags, title: tags.name },
  link: { table: links, title: links.name },
  photo: { table: photos, title: photos.name },
  user: { table: users, title: users.nickname },
  menu: { table: menus, title: menus.name },
  option: { table: options, title: options.key },
} as const satisfies Record<shape.UsageKind, unknown>;

const textColumns = new Set([
  "content",
  "originalContent",
  "workingContent",
  "workingOriginalContent",
  "sourceContent",
  "excerpt",
  "plainText",
]);
/** What a column is called in an answer: those of a text are one to whoever reads it. */
const fieldOf = (column: string): string => (textColumns.has(column) ? "text" : column);

/** What an actor may not know of is left out by the predicate of its own feature; null leaves out the whole kind. */
function known(actor: Actor, now: Date, kind: shape.UsageKind): SQL | undefined | null {
  if (kind === "post") return or(visiblePosts(actor, now, "dashboard"), visiblePosts(actor, now, "list"));
  if (kind === "sheet") return or(visibleSheets(actor, now, "dashboard"), visibleSheets(actor, now, "list"));
  if (kind === "journal") return or(visibleJournals(actor, "dashboard"), visibleJournals(actor, "list"));
  return kind === "option" && !can(actor, "manage options") ? null : undefined;
}

/** Refuses while the records of an earlier version are still being looked through. */
async function checkComplete(db: Database): Promise<void> {
  const [renewal] = await db.select({ done: renewals.done }).from(renewals).where(eq(renewals.name, "usages"));
  if (renewal && !renewal.done)
    throw new AppError(
      "unavailable",
      "After its update the site is still looking up where files are used. Please try again in a moment.",
      { reason: "usages_incomplete", retryAfter: 10 },
    );
}

/** Every record that names this folder in an address and may be known to this actor; without one, all of them. */
export async function usagesOf(
  db: Database,
  folder: string,
  reader?: { actor: Actor; now: Date },
): Promise<shape.Usage[]> {
  await checkComplete(db);
  const noted = await db
    .select({ kind: usages.kind, id: usages.recordId, column: usages.field })
    .from(usages)
    .where(eq(usages.folder, folder));
  const found: shape.Usage[] = [];
  for (const [kind, { table, title }] of Object.entries(records) as [shape.UsageKind, (typeof records)[shape.UsageKind]][]) {
    const fields = new Map<number, Set<string>>();
    for (const row of noted)
      if (row.kind === kind) fields.set(row.id, (fields.get(row.id) ?? new Set()).add(fieldOf(row.column)));
    const condition = reader ? known(reader.actor, reader.now, kind) : undefined;
    const ids = condition === null ? [] : [...fields.keys()].sort((a, b) => a - b);
    for (let from = 0; from < ids.length; from += PART) {
      const rows = await db
        .select({ id: table.id, title })
        .from(table)
        .where(and(inArray(table.id, ids.slice(from, from + PART)), condition ?? undefined))
        .orderBy(table.id);
      for (const row of rows)
        for (const field of [...(fields.get(row.id) ?? [])].sort())
          found.push({
            kind,
            id: row.id,
            title: Array.from(row.title.slice(0, 2 * TITLE_LENGTH))
              .slice(0, TITLE_LENGTH)
              .join(""),
            field,
          });
    }
  }
  return found;
}

/** Where an attachment is used. */
export const listAttachmentUsages = query("listAttachmentUsages", {
  can: "upload files",
  input: shape.attachmentRef,
  output: shape.usages,
  reads: () => ["attachments", "posts"],
  run: async ({ db, actor, now }, { attachmentId }) =>
    usagesOf(db, (await findAttachment(db, actor, attachmentId)).folder, { actor, now }),
});
