import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { attachments, references } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { someAtOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { breathing } from "../../core/giving-way";
import { query } from "../../core/operation";
import { visibleTo as visibleJournals } from "../visibility/journals";
import { visibleTo as visiblePosts } from "../visibility/posts";
import { isText, tableOf, titleOf } from "../references/records";
import { type RecordKind, recordKinds } from "../references/kinds-schema";
import { visibleTo as visibleSheets } from "../visibility/sheets";
import { findAttachment } from "./queries";
import * as shape from "./schema";
import { checkComplete } from "./used";
import { visibleTo } from "./visibility";

/** The longest title of a usage; for a journal, the beginning of its text. */
const TITLE_LENGTH = 100;
/** Records named in one query. */
const PART = 100;

/** The answered name of a column; the columns of a text are one field to readers. */
const fieldOf = (column: string): string => (isText(column) ? "text" : column);

/** The condition of each feature for what an actor may know; null leaves out the whole kind. */
function known(actor: Actor, now: Date, kind: RecordKind): SQL | undefined | null {
  if (kind === "post") return or(visiblePosts(actor, now, "dashboard"), visiblePosts(actor, now, "list"));
  if (kind === "sheet") return or(visibleSheets(actor, now, "dashboard"), visibleSheets(actor, now, "list"));
  if (kind === "journal") return or(visibleJournals(actor, "dashboard"), visibleJournals(actor, "list"));
  return kind === "option" && !can(actor, "manage options") ? null : undefined;
}

/** Who wants to know; without one, all records count. */
type Reader = { actor: Actor; now: Date };

/** The records that name this folder in an address and are visible to this reader, so many at the most. */
export async function usagesOf(db: Database, folder: string, reader?: Reader, most = Infinity): Promise<shape.Usage[]> {
  await checkComplete(db);
  const noted = await db
    .select({ kind: references.kind, id: references.recordId, column: references.field })
    .from(references)
    .where(and(eq(references.place, "uploads"), eq(references.name, folder)));
  const found: shape.Usage[] = [];
  for (const kind of recordKinds) {
    const [table, title] = [tableOf(kind), titleOf(kind)];
    const fields = new Map<number, Set<string>>();
    for (const row of noted)
      if (row.kind === kind) fields.set(row.id, (fields.get(row.id) ?? new Set()).add(fieldOf(row.column)));
    const condition = reader ? known(reader.actor, reader.now, kind) : undefined;
    const ids = condition === null ? [] : [...fields.keys()].sort((a, b) => a - b);
    for (let from = 0; from < ids.length && found.length < most; from += PART) {
      const rows = await db
        .select({ id: table.id, title })
        .from(table)
        .where(and(inArray(table.id, ids.slice(from, from + PART)), rowByRow(condition ?? undefined)))
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
  return found.slice(0, most);
}

/** Where an attachment is used. */
export const listAttachmentUsages = query("listAttachmentUsages", {
  can: "upload files",
  input: shape.attachmentRef,
  output: shape.usages,
  run: async ({ db, actor, now }, { attachmentId }) =>
    usagesOf(db, (await findAttachment(db, actor, attachmentId)).folder, { actor, now }),
});

type Named = { id: number; name: string; usages: shape.Usage[] };

/** The most usages that are named of several attachments: a thousand may be used in a thousand texts. */
const MOST_NAMED = 1_000;

/** Of some attachments those that are used, with where, as far as so many usages are named. */
export async function usedAmong(
  db: Database,
  rows: readonly { id: number; name: string; folder: string }[],
  reader: Reader,
): Promise<Named[]> {
  const found: Named[] = [];
  const breathe = breathing();
  let left = MOST_NAMED;
  for (const { id, name, folder } of rows) {
    if (left === 0) break;
    await breathe();
    const usages = await usagesOf(db, folder, reader, left);
    left -= usages.length;
    if (usages.length > 0) found.push({ id, name, usages });
  }
  return found;
}

/** How many of some attachments are used. */
export async function countUsed(db: Database, rows: readonly { folder: string }[]): Promise<number> {
  const used = await someAtOnce(rows, async ({ folder }) => (await usagesOf(db, folder, undefined, 1)).length);
  return used.reduce((sum, each) => sum + each, 0);
}

/** Several attachments that this actor may see, in the given order; refuses with `not_found`. */
export async function severalAttachments(db: Database, actor: Actor, ids: readonly number[]) {
  const { id, name, team, folder } = attachments;
  const rows = await db
    .select({ id, name, team, folder })
    .from(attachments)
    .where(and(inArray(attachments.id, [...ids]), rowByRow(visibleTo(actor))));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((wanted) => {
    const row = byId.get(wanted);
    if (!row) throw notFound();
    return row;
  });
}
