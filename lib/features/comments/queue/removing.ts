import type { Database } from "../../../../db";
import { type Row, rootOf } from "../changing";
import { conversations, withReplies } from "../threads";

/** All replies to these comments that are not among them, at any depth. */
export async function repliesTo(db: Database, rows: readonly Row[]) {
  const named = new Set(rows.map((row) => row.id));
  const around = await conversations(db, [...new Set(rows.map(rootOf))]);
  return withReplies(around, [...named]).filter((row) => !named.has(row.id));
}
