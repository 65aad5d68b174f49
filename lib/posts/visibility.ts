import { posts } from "../../db/schema";
import type { CategoryTree } from "../categories/tree";
import type { Lock } from "../content/locks";
import { visibilityOf } from "../drafts/visibility";

export { isLockedFor, present, type Reach, visibilityKey } from "../drafts/visibility";

/** The condition that every reader of posts goes through: what is not for this actor is not found. */
export const visibleTo = visibilityOf(posts);

/** The passwords before a post: its own alone where it has one, otherwise those of its categories and the ones above them. */
export const locksOf = (
  post: { id: number; password: string; categoryIds: readonly number[] },
  tree: CategoryTree,
): Lock[] =>
  post.password === "" ? tree.locksOf(post.categoryIds) : [{ kind: "post", id: post.id, password: post.password }];
