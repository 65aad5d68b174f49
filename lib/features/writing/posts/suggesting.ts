import { desc } from "drizzle-orm";
import type { Database } from "../../../../db";
import { categories, posts, tags } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { breathing } from "../../../core/giving-way";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { cjk } from "../../../text/plain";
import { indexWords, readKeyword } from "../../../text/search";
import { Dictionary } from "../../../text/spelling";
import { categoryTree } from "../../taxonomy/categories/tree";
import { visibleTo } from "../../visibility/posts";
import { untilPublication } from "../../visibility/queries";
import * as shape from "../search-schema";
import { find } from "./search";

/** The newest posts whose titles give the words, and the newest tags; titles are public, texts may be protected. */
const [MOST_TITLES, MOST_TAGS] = [5000, 5000];

/** Signs that are searched in pairs, which are never taken for misspelt: a title has as many of them as letters. */
const isUnasked = new RegExp(`^[${cjk}]`, "u");

/** The words of public titles, tags and categories; kept until one of these changes. */
const dictionaryOf = (db: Database, now: Date): Promise<Dictionary> =>
  remembered(
    db,
    "words of titles",
    { cacheKeys: ["post-places", "tags", "categories"], until: untilPublication },
    async () => {
      const titles = await db
        .select({ text: posts.title })
        .from(posts)
        .where(visibleTo(visitor, now, "list"))
        .orderBy(desc(posts.createTime))
        .limit(MOST_TITLES);
      const names = [
        ...(await db.select({ text: tags.name }).from(tags).orderBy(desc(tags.id)).limit(MOST_TAGS)),
        ...(await db.select({ text: categories.name }).from(categories)),
      ];
      const [dictionary, breathe] = [new Dictionary(), breathing()];
      // Titles may be as many as authors like; what editors name comes first.
      for (const { text } of [...names, ...titles]) {
        await breathe();
        if (dictionary.isFull) break;
        for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
          for (const folded of indexWords(word)) if (!isUnasked.test(folded)) dictionary.add(folded, word);
      }
      return dictionary;
    },
  );

/** Words that were perhaps meant, where nothing has those that were typed. With them something is found. */
export const suggestWords = query("suggestWords", {
  can: "read the site",
  input: shape.wordsAsked,
  output: shape.wordsMeant,
  summary:
    "For words with which nothing was found: the same with misspelt ones put right, by the titles of posts, or null.",
  reads: () => ["posts", "categories", "tags", "search"],
  run: async ({ db, now }, { keyword }) => {
    const dictionary = await dictionaryOf(db, now);
    const typed = readKeyword(keyword).map(({ word }) => word);
    const [meant, breathe] = [[] as string[], breathing()];
    for (const word of typed) {
      // Each is compared with all words that share three letters with it, which may be most of them.
      await breathe();
      meant.push(dictionary.nearest(word) ?? word);
    }
    const asked = readKeyword(meant.join(" "));
    const isOther = asked.some(({ word }, index) => word !== typed[index]);
    const isFound = isOther && (await find(db, asked, now, await categoryTree(db))).length > 0;
    return { keyword: isFound ? meant.join(" ") : null };
  },
});
