import type { CategoryTree } from "../../taxonomy/categories/tree";
import type { Lock } from "../../visibility/locks";

/** The passwords before a post: its own alone where it has one, otherwise those of its categories and the ones above them. */
export const locksOf = (
  post: { id: number; password: string; categoryIds: readonly number[] },
  tree: CategoryTree,
): Lock[] =>
  post.password === "" ? tree.locksOf(post.categoryIds) : [{ kind: "post", id: post.id, password: post.password }];
