import { and, asc, eq, ne, or } from "drizzle-orm";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { visibleTo } from "../../visibility/posts";
import * as shape from "../schema";
import { postAddresses } from "./permalink";
import { translations } from "./schema";

/** The most languages of one post. */
const MOST = 50;

/** A post in all its languages, as far as everybody may read them: what it translates, and what else translates that. */
export const getTranslations = query("getTranslations", {
  can: "read the site",
  input: shape.postRef,
  output: translations,
  summary: "A post in each of its languages, this one too; empty where it is in one only, or names none.",
  reads: ({ postId }) => [`post:${postId}`, "posts"],
  run: async ({ db, actor, now }, { postId }) => {
    const seen = visibleTo(visitor, now, "list");
    const [here] = await db
      .select({ slug: posts.slug, of: posts.translationOf, language: posts.language })
      .from(posts)
      .where(and(eq(posts.id, postId), visibleTo(actor, now, "around")));
    if (!here) throw notFound();
    if (here.language === "") return [];
    const original = here.of === "" ? here.slug : here.of;
    const rows = await db
      .select({
        id: posts.id,
        title: posts.title,
        slug: posts.slug,
        createTime: posts.createTime,
        language: posts.language,
      })
      .from(posts)
      .where(and(or(eq(posts.slug, original), eq(posts.translationOf, original)), ne(posts.language, ""), seen))
      .orderBy(asc(posts.language), asc(posts.id))
      .limit(MOST);
    const urlOf = await postAddresses(db, rows);
    // Of several in one language the first stands for it.
    const each = rows.filter((row, index) => rows.findIndex(({ language }) => language === row.language) === index);
    const isAmong = each.some(({ id }) => id === postId);
    return each.length > 1 && isAmong ? each.map((row) => ({ ...row, url: urlOf(row) })) : [];
  },
});
