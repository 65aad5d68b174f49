import { asc, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { matching } from "../../../../db/keyword";
import { tags } from "../../../../db/schema";
import { query } from "../../../core/operation";
import { titleRank } from "../../../text/ranking";
import * as shape from "./schema";

/** Tags that are offered at once. */
const MOST_OFFERED = 12;

const byName = (db: Database, where?: SQL) =>
  db
    .select({ id: tags.id, name: tags.name, slug: tags.slug, color: tags.color })
    .from(tags)
    .where(where)
    .orderBy(asc(lower(tags.name)), asc(tags.id));

/** At most this many tags for some words, the best ones first; without words the first ones by name. */
export async function tagsFor(db: Database, words: string, most: number) {
  const typed = words.trim();
  if (typed === "") return byName(db).limit(most);
  // Ranked before they are cut, so that the tag of that name is offered however many contain it.
  const rows = await byName(db, matching(typed, tags.name));
  return rows
    .map((row) => ({ row, rank: titleRank(row.name, typed) ?? 9 }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ row }) => row);
}

/**
 * The tags for what is being typed, a tag of exactly that name first; without words the first ones by name. Or those of
 * these numbers.
 */
export const findTags = query("findTags", {
  can: "write posts",
  input: shape.tagFinding,
  output: shape.tagChoices,
  run: ({ db }, { keyword = "", ids }) =>
    ids ? byName(db, inArray(tags.id, ids)) : tagsFor(db, keyword, MOST_OFFERED),
});
