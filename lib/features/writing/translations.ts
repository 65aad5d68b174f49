import { and, asc, eq, ne, or } from "drizzle-orm";
import { rowByRow } from "../../../db/expressions";
import { visitor } from "../../core/access";
import { notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { visibilityOf } from "../visibility/texts";
import type { Collection } from "./collection";
import type { Translation } from "./schema";

/** The most languages of one text. */
const MOST = 50;

/**
 * Finds a text in all its languages, as far as everybody may read them: what it translates, and what else translates
 * that.
 */
export function translationsOf({ table, addresses }: Collection) {
  const visibleTo = visibilityOf(table);
  const columns = {
    id: table.id,
    title: table.title,
    slug: table.slug,
    createTime: table.createTime,
    language: table.language,
  };
  return async ({ db, actor, now }: Context, id: number): Promise<Translation[]> => {
    const [here] = await db
      .select({ slug: table.slug, of: table.translationOf, language: table.language })
      .from(table)
      .where(and(eq(table.id, id), visibleTo(actor, now, "around")));
    if (!here) throw notFound();
    if (here.language === "") return [];
    const original = here.of === "" ? here.slug : here.of;
    const isOne = or(eq(table.slug, original), eq(table.translationOf, original));
    const rows = await db
      .select(columns)
      .from(table)
      // SQLite would read all public texts instead of the few that two indexes find.
      .where(and(isOne, ne(table.language, ""), rowByRow(visibleTo(visitor, now, "list"))))
      .orderBy(asc(table.language), asc(table.id))
      .limit(MOST);
    const urlOf = await addresses(db, rows);
    // Of several in one language the first stands for it.
    const each = rows.filter((row, index) => rows.findIndex(({ language }) => language === row.language) === index);
    const isAmong = each.some((row) => row.id === id);
    return each.length > 1 && isAmong ? each.map((row) => ({ ...row, url: urlOf(row) })) : [];
  };
}
