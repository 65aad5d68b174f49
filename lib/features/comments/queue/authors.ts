import { and, count, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { comments } from "../../../../db/schema";
import { lowered, withEmail } from "./selection";

type Author = { email: string; network: string };

/** Comments from one network without an e-mail address. */
const nameless = eq(lower(comments.email), "");

/** The condition of all comments by an author: with the same e-mail address, or without one from the same network. */
export const byAuthor = ({ email, network }: Author): SQL | undefined =>
  email === "" ? and(nameless, eq(comments.network, network)) : withEmail(email);

/** Counts the comments of each of some authors. */
export async function countByAuthor(db: Database, authors: readonly Author[]): Promise<(author: Author) => number> {
  const emails = [...new Set(authors.flatMap(({ email }) => (email === "" ? [] : lowered(email))))];
  const networks = [...new Set(authors.filter(({ email }) => email === "").map(({ network }) => network))];
  const counts = new Map<string, number>();
  if (emails.length > 0) {
    const key = lower(comments.email);
    const rows = await db.select({ key, total: count() }).from(comments).where(inArray(key, emails)).groupBy(key);
    for (const row of rows) counts.set(`email ${String(row.key)}`, row.total);
  }
  if (networks.length > 0) {
    const rows = await db
      .select({ key: comments.network, total: count() })
      .from(comments)
      .where(and(nameless, inArray(comments.network, networks)))
      .groupBy(comments.network);
    for (const row of rows) counts.set(`network ${row.key}`, row.total);
  }
  return ({ email, network }) =>
    email === ""
      ? (counts.get(`network ${network}`) ?? 0)
      : lowered(email).reduce((sum, key) => sum + (counts.get(`email ${key}`) ?? 0), 0);
}
