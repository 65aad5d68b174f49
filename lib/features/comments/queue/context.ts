import { and, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { rowByRow } from "../../../../db/expressions";
import { comments, journals } from "../../../../db/schema";
import { type Actor, visitor } from "../../../core/access";
import { collapse, excerptOf } from "../../../text/plain";
import { journalTitle, journalUrl } from "../../journals/queries";
import { visibleTo as visibleJournals } from "../../visibility/journals";
import { type Reach, visibilityOf } from "../../visibility/texts";
import type { Collection } from "../../writing/collection";
import { post } from "../../writing/posts/collection";
import { sheet } from "../../writing/sheets/collection";
import type { TargetType } from "../schema";
import { stateOf } from "../states";
import { nameOf, targetIdOf } from "../targets";
import type { EarlierComment, QueuedComment } from "./schema";

type Row = Pick<typeof comments.$inferSelect, "targetType" | "postId" | "sheetId" | "journalId">;
type Target = NonNullable<QueuedComment["target"]>;
/** `reach`: where the texts are to be found. */
type Asked = { actor: Actor; db: Database; now: Date; reach: Reach };

/** The levels of a conversation that are read above a comment. */
const MOST_ABOVE = 30;

const written =
  ({ table, addresses }: Collection, type: TargetType) =>
  async ({ actor, db, now, reach }: Asked, ids: number[]): Promise<Target[]> => {
    const within = inArray(table.id, ids);
    const rows = await db
      .select({ id: table.id, title: table.title, slug: table.slug, createTime: table.createTime })
      .from(table)
      .where(and(within, rowByRow(visibilityOf(table)(actor, now, reach))));
    const open = await db
      .select({ id: table.id })
      .from(table)
      .where(and(within, rowByRow(visibilityOf(table)(visitor, now, "list"))));
    const addressOf = await addresses(db, rows);
    return rows.map((row) => ({
      type,
      id: row.id,
      title: row.title,
      url: addressOf(row),
      isPublic: open.some((each) => each.id === row.id),
    }));
  };

const readers: Record<TargetType, (asked: Asked, ids: number[]) => Promise<Target[]>> = {
  POST: written(post, "POST"),
  SHEET: written(sheet, "SHEET"),
  async JOURNAL({ actor, db, reach }, ids) {
    const rows = await db
      .select({ id: journals.id, content: journals.content, type: journals.type })
      .from(journals)
      .where(and(inArray(journals.id, ids), rowByRow(visibleJournals(actor, reach))));
    return rows.map((row) => ({
      type: "JOURNAL" as const,
      id: row.id,
      title: journalTitle(row),
      url: journalUrl(row.id),
      isPublic: row.type === "PUBLIC",
    }));
  },
};

/** Finds the texts that comments are on, as far as this actor may see them. */
export async function targetsOf(
  given: Omit<Asked, "reach">,
  rows: readonly Row[],
  reach: Reach = "dashboard",
): Promise<(row: Row) => Target | null> {
  const found = new Map<string, Target>();
  const asked = { ...given, reach };
  for (const type of Object.keys(readers) as TargetType[]) {
    const ids = [...new Set(rows.filter((row) => row.targetType === type).map(targetIdOf))];
    if (ids.length > 0)
      for (const target of await readers[type](asked, ids)) found.set(nameOf(type, target.id), target);
  }
  return (row) => found.get(nameOf(row.targetType, targetIdOf(row))) ?? null;
}

export const earlierColumns = {
  id: comments.id,
  parentId: comments.parentId,
  status: comments.status,
  spam: comments.spam,
  author: comments.author,
  isAdmin: comments.isAdmin,
  content: comments.content,
  createTime: comments.createTime,
};
type EarlierRow = Pick<typeof comments.$inferSelect, keyof typeof earlierColumns>;

/** A comment in a few words. */
export const inShort = ({ id, author, isAdmin, content, createTime, ...row }: EarlierRow): EarlierComment => ({
  id,
  state: stateOf(row),
  author,
  isAdmin,
  excerpt: excerptOf(collapse(content)),
  createTime,
});

/** Finds the conversation above each of some comments, the nearest first. One query for each level. */
export async function conversationsAbove(
  db: Database,
  rows: readonly { parentId: number | null }[],
): Promise<(row: { parentId: number | null }) => EarlierRow[]> {
  const known = new Map<number, EarlierRow>();
  let wanted = rows.map((row) => row.parentId);
  for (let level = 0; level < MOST_ABOVE; level += 1) {
    const ids = [...new Set(wanted)].filter((id): id is number => id !== null && !known.has(id));
    if (ids.length === 0) break;
    const found = await db.select(earlierColumns).from(comments).where(inArray(comments.id, ids));
    for (const row of found) known.set(row.id, row);
    wanted = found.map((row) => row.parentId);
  }
  return (row) => {
    const above: EarlierRow[] = [];
    for (
      let next = known.get(row.parentId ?? 0);
      next && above.length < MOST_ABOVE;
      next = known.get(next.parentId ?? 0)
    )
      above.push(next);
    return above;
  };
}
