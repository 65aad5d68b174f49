import { and, count, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { matching } from "../../../../db/keyword";
import { comments } from "../../../../db/schema";
import { networkOf } from "../../../services/limits/networks";
import type { TargetType } from "../schema";
import { isIn, stateOf } from "../states";
import { columnOf } from "../targets";
import type * as shape from "./schema";

/** Lower-case spellings of an e-mail address, since SQLite's `lower` knows the letters a to z only. */
export const lowered = (email: string): string[] => [
  ...new Set([email.toLowerCase(), email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]),
];

/** The condition of the comments with an e-mail address, whatever its case. */
export const withEmail = (email: string): SQL => inArray(lower(comments.email), lowered(email));

/** The conditions of a list of comments. */
export function selected({
  state,
  targetType,
  target,
  email,
  address,
  keyword,
}: shape.QueueSelection): SQL | undefined {
  const [kind = "", id] = target?.split(":") ?? [];
  return and(
    state === undefined || state === "all" ? undefined : isIn(state),
    targetType && eq(comments.targetType, targetType),
    id === undefined ? undefined : eq(columnOf[kind.toUpperCase() as TargetType], Number(id)),
    email === undefined ? undefined : withEmail(email),
    address === undefined ? undefined : eq(comments.network, networkOf(address)),
    keyword
      ? matching(keyword, comments.author, comments.content, comments.email, comments.authorUrl, comments.ipAddress)
      : undefined,
  );
}

/** The most comments in one request. */
const MOST_AT_ONCE = 1000;

/** The newest comments of a list, and their number. */
export async function idsOf(db: Database, where: SQL | undefined) {
  const rows = await db
    .select({ id: comments.id })
    .from(comments)
    .where(where)
    .orderBy(desc(comments.createTime), desc(comments.id))
    .limit(MOST_AT_ONCE);
  const [counted] = await db.select({ total: count() }).from(comments).where(where);
  return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
}

/** The number of comments in each state. */
export async function countStates(db: Database): Promise<shape.QueueCounts> {
  const rows = await db
    .select({ status: comments.status, spam: comments.spam, total: count() })
    .from(comments)
    .groupBy(comments.status, comments.spam);
  const counts = { waiting: 0, published: 0, bin: 0, spam: 0 };
  for (const row of rows) counts[stateOf(row)] += row.total;
  return { ...counts, all: rows.reduce((sum, { total }) => sum + total, 0) };
}
