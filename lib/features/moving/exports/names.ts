import type { Database } from "../../../../db";
import { tags, users } from "../../../../db/schema";
import { categoryTree } from "../../taxonomy/categories/tree";
import { categoriesOfPosts, type Selection } from "./selection";

/** What front matter calls accounts, categories (paths from the top) and tags; by number. */
export type Names = {
  users: ReadonlyMap<number, string>;
  categories: ReadonlyMap<number, string>;
  tags: ReadonlyMap<number, string>;
  categoriesOfPosts: ReadonlyMap<number, readonly number[]>;
};

/** Visitors know accounts by the name that is shown, not by the one that signs in. */
export async function readNames(db: Database, { isPublic }: Selection): Promise<Names> {
  const people = await db.select({ id: users.id, username: users.username, nickname: users.nickname }).from(users);
  const tree = await categoryTree(db);
  const words = await db.select({ id: tags.id, name: tags.name }).from(tags);
  return {
    users: new Map(people.map(({ id, username, nickname }) => [id, isPublic ? nickname : username])),
    categories: new Map(
      tree.all().map(({ id }) => [
        id,
        tree
          .ancestry(id)
          .map(({ name }) => name)
          .toReversed()
          .join("/"),
      ]),
    ),
    tags: new Map(words.map(({ id, name }) => [id, name])),
    categoriesOfPosts: await categoriesOfPosts(db),
  };
}
