import { asc } from "drizzle-orm";
import type { Database } from "../../../../db";
import { journals, postCategories, posts, sheets } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { categoryTree } from "../../taxonomy/categories/tree";
import { visibleTo as visibleJournals } from "../../visibility/journals";
import { isLockedFor } from "../../visibility/texts";
import { visibleTo as visiblePosts } from "../../visibility/posts";
import { visibleTo as visibleSheets } from "../../visibility/sheets";
import { locksOf } from "../../writing/posts/locks";
import { type Chosen, fileNames } from "./file-names";

export type ExportChoices = { isPublic: boolean; personalData: boolean };

/** What is in an export, by number. */
export type Selection = ExportChoices & { posts: Chosen[]; sheets: Chosen[]; journals: number[] };

const ofText = (table: typeof posts) => ({
  id: table.id,
  slug: table.slug,
  authorId: table.authorId,
  password: table.password,
});

/** The categories of each post, by their places. */
export async function categoriesOfPosts(db: Database): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ postId: postCategories.postId, categoryId: postCategories.categoryId })
    .from(postCategories)
    .orderBy(asc(postCategories.postId), asc(postCategories.position), asc(postCategories.categoryId));
  const found = new Map<number, number[]>();
  for (const { postId, categoryId } of rows) {
    const list = found.get(postId);
    if (list) list.push(categoryId);
    else found.set(postId, [categoryId]);
  }
  return found;
}

/** Everything, or what visitors may read at this moment: of a protected text not even its title. */
export async function selectionOf(db: Database, choices: ExportChoices, now: Date): Promise<Selection> {
  const { isPublic } = choices;
  const tree = await categoryTree(db);
  const inCategories = isPublic ? await categoriesOfPosts(db) : new Map<number, number[]>();
  const allPosts = await db
    .select(ofText(posts))
    .from(posts)
    .where(isPublic ? visiblePosts(visitor, now, "list") : undefined)
    .orderBy(asc(posts.id));
  const allSheets = await db
    .select(ofText(sheets))
    .from(sheets)
    .where(isPublic ? visibleSheets(visitor, now, "list") : undefined)
    .orderBy(asc(sheets.id));
  const open = isPublic
    ? allPosts.filter((post) => {
        const locks = locksOf({ ...post, categoryIds: inCategories.get(post.id) ?? [] }, tree);
        return !isLockedFor(visitor, post, locks);
      })
    : allPosts;
  const openSheets = isPublic ? allSheets.filter(({ password }) => password === "") : allSheets;
  const allJournals = await db
    .select({ id: journals.id })
    .from(journals)
    .where(isPublic ? visibleJournals(visitor, "list") : undefined)
    .orderBy(asc(journals.id));
  return {
    ...choices,
    posts: fileNames(open),
    sheets: fileNames(openSheets),
    journals: allJournals.map(({ id }) => id),
  };
}

/** The condition of the rows of comments on one kind of target. */
export const commentTargets = ({ posts: ofPosts, sheets: ofSheets, journals: ofJournals }: Selection) =>
  [
    { type: "POST", column: "postId", ids: ofPosts.map(({ id }) => id) },
    { type: "SHEET", column: "sheetId", ids: ofSheets.map(({ id }) => id) },
    { type: "JOURNAL", column: "journalId", ids: ofJournals },
  ] as const;
