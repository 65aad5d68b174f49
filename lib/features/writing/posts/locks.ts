import type { CategoryTree } from "../../taxonomy/categories/tree";
import type { Lock } from "../../visibility/locks";

/** The passwords of a post: its own, otherwise those of its categories and their ancestors. */
export const locksOf = (
  post: { id: number; password: string; categoryIds: readonly number[] },
  tree: CategoryTree,
): Lock[] =>
  post.password === "" ? tree.locksOf(post.categoryIds) : [{ kind: "post", id: post.id, password: post.password }];
