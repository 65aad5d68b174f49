import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { isInBranch, plus, rowByRow } from "../../../db/expressions";
import { comments } from "../../../db/schema";
import type { CommentStatus, TargetType } from "./schema";
import { columnOf, tableOf } from "./targets";

/** A comment's place in its conversation. */
type Placed = { id: number; parentId: number | null; rootId: number | null; status: CommentStatus; visible: boolean };

/** Ids per statement. */
const AT_ONCE = 500;

/** Changes the number of visible comments on a text. */
export async function countAlong(db: Database, type: TargetType, targetId: number, difference: number): Promise<void> {
  if (difference === 0) return;
  const table = tableOf[type];
  await prepared(db, `count-along:${type}`, (on) =>
    on
      .update(table)
      .set({ commentCount: plus(table.commentCount, sql.placeholder("difference")) })
      .where(eq(table.id, sql.placeholder("targetId"))),
  ).execute({ difference, targetId });
}

/** Whole conversations, by their first comments. */
export const conversations = (db: Database, rootIds: readonly number[]): Promise<Placed[]> =>
  db
    .select({
      id: comments.id,
      parentId: comments.parentId,
      rootId: comments.rootId,
      status: comments.status,
      visible: comments.visible,
    })
    .from(comments)
    .where(or(inArray(comments.id, [...rootIds]), inArray(comments.rootId, [...rootIds])));

function byParent<T extends Placed>(rows: readonly T[]): Map<number | null, T[]> {
  const replies = new Map<number | null, T[]>();
  for (const row of rows) {
    const known = replies.get(row.parentId);
    if (known) known.push(row);
    else replies.set(row.parentId, [row]);
  }
  return replies;
}

/** These comments and all replies to them, nearest first. */
export function withReplies<T extends Placed>(rows: readonly T[], ids: readonly number[]): T[] {
  const repliesTo = byParent(rows);
  const named = new Set(ids);
  const found = new Set(rows.filter((row) => named.has(row.id)));
  for (const row of found) for (const reply of repliesTo.get(row.id) ?? []) found.add(reply);
  return [...found];
}

/** Runs a statement for many ids in parts. */
async function inParts(ids: readonly number[], work: (some: number[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE) await work(ids.slice(i, i + AT_ONCE));
}

/**
 * Updates which comments are visible in conversations where one changed its status or place, and the number on the
 * text. Returns those that became visible.
 */
export async function updateVisibility(
  db: Database,
  type: TargetType,
  targetId: number,
  rootIds: readonly number[],
): Promise<number[]> {
  const rows = await conversations(db, rootIds);
  const repliesTo = byParent(rows);
  const changed = { seen: [] as number[], hidden: [] as number[] };
  const waiting = rows
    .filter((row) => row.parentId === null)
    .map((row) => ({ row, rootId: null as number | null, isBelowSeen: true }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, rootId, isBelowSeen } = next;
    const visible = isBelowSeen && row.status === "PUBLISHED";
    if (visible !== row.visible) (visible ? changed.seen : changed.hidden).push(row.id);
    if (rootId !== row.rootId) await db.update(comments).set({ rootId }).where(eq(comments.id, row.id));
    for (const reply of repliesTo.get(row.id) ?? [])
      waiting.push({ row: reply, rootId: rootId ?? row.id, isBelowSeen: visible });
  }
  await inParts(changed.seen, (some) => db.update(comments).set({ visible: true }).where(inArray(comments.id, some)));
  await inParts(changed.hidden, (some) =>
    db.update(comments).set({ visible: false }).where(inArray(comments.id, some)),
  );
  await countAlong(db, type, targetId, changed.seen.length - changed.hidden.length);
  return changed.seen.sort((a, b) => a - b);
}

/**
 * Hides comments with all replies to them, and changes the number on the text. No more is looked at: of a conversation
 * strangers may write tens of thousands, and each may change its words so that it has to wait. All are found by one
 * statement, since hundreds may each reply to the one before, and all that write wait for this.
 */
export async function hide(db: Database, type: TargetType, targetId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const seen = and(eq(columnOf[type], targetId), eq(comments.visible, true)) as SQL;
  const { id, parentId: parent } = comments;
  const found = await db
    .select({ id })
    .from(comments)
    .where(isInBranch(comments, { id, parent }, inArray(id, [...ids]), seen));
  let count = 0;
  await inParts(
    found.map((row) => row.id),
    async (some) => {
      // Another one may have hidden some meanwhile.
      const hidden = await db
        .update(comments)
        .set({ visible: false })
        .where(and(inArray(id, some), rowByRow(seen)))
        .returning({ id });
      count += hidden.length;
    },
  );
  await countAlong(db, type, targetId, -count);
}

/** Deletes comments for good, with their replies. */
export async function remove(
  db: Database,
  type: TargetType,
  targetId: number,
  rootIds: readonly number[],
  ids: readonly number[],
): Promise<void> {
  const gone = withReplies(await conversations(db, rootIds), ids);
  await inParts(
    gone.map((row) => row.id),
    (some) => db.delete(comments).where(and(inArray(comments.id, some), rowByRow(eq(comments.targetType, type)))),
  );
  await countAlong(db, type, targetId, -gone.filter((row) => row.visible).length);
}
