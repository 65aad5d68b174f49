import { and, desc } from "drizzle-orm";
import type { Database } from "../../../db";
import { matching } from "../../../db/keyword";
import { visitor } from "../../core/access";
import { query } from "../../core/operation";
import { titleRank } from "../../text/ranking";
import { allCategories } from "../taxonomy/categories/queries";
import { tagsFor } from "../taxonomy/tags/finding";
import { tagUrl } from "../taxonomy/tags/queries";
import { visibilityOf } from "../visibility/texts";
import { post } from "../writing/posts/collection";
import { sheet } from "../writing/sheets/collection";
import * as shape from "./schema";

/** The most targets of one kind. */
const MOST_OF_KIND = 5;

/** Public texts whose title has the keyword, the latest first: a draft would lead visitors nowhere. */
async function findTexts(db: Database, now: Date, kind: "POST" | "SHEET", keyword: string): Promise<shape.Target[]> {
  const { table, addresses } = kind === "POST" ? post : sheet;
  const rows = await db
    .select({ title: table.title, slug: table.slug, createTime: table.createTime })
    .from(table)
    .where(and(visibilityOf(table)(visitor, now, "list"), keyword ? matching(keyword, table.title) : undefined))
    .orderBy(desc(table.createTime), desc(table.id))
    .limit(MOST_OF_KIND);
  const addressOf = await addresses(db, rows);
  return rows.map((row) => ({ kind, name: row.title, url: addressOf(row) }));
}

/** Pages of this site that an entry of the menu, or a link in a text, may lead to, found by their names. */
export const findTargets = query("findMenuTargets", {
  can: "write posts",
  input: shape.targetSearch,
  output: shape.target.array(),
  run: async ({ db, now }, { keyword: typed = "" }) => {
    const keyword = typed.trim();
    const categories = (await allCategories(db, now))
      .filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
      .slice(0, MOST_OF_KIND);
    const tags = await tagsFor(db, keyword, MOST_OF_KIND);
    const found = [
      ...(await findTexts(db, now, "SHEET", keyword)),
      ...(await findTexts(db, now, "POST", keyword)),
      ...categories.map(({ name, url }): shape.Target => ({ kind: "CATEGORY", name, url })),
      ...tags.map(({ name, slug }): shape.Target => ({ kind: "TAG", name, url: tagUrl(slug) })),
    ];
    if (keyword === "") return found;
    // What is named so comes before what has the words somewhere.
    const rankOf = ({ name }: shape.Target) => titleRank(name, keyword) ?? Infinity;
    return found.sort((a, b) => rankOf(a) - rankOf(b));
  },
});
