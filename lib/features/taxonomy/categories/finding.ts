import { query } from "../../../core/operation";
import { titleRank } from "../../../text/ranking";
import * as shape from "./schema";
import { type CategoryNode, categoryTree } from "./tree";

/** Categories that are shown at once: without words as they stand in the tree, for some words the best ones. */
const MOST_LISTED = 200;
const MOST_FOUND = 24;

/**
 * The categories for what is being typed, one of exactly that name first; without words the first ones of the tree. Or
 * those of these numbers, as far as they exist.
 */
export const findCategories = query("findCategories", {
  can: "write posts",
  input: shape.categoryFinding,
  output: shape.categoryChoices,
  run: async ({ db }, { keyword = "", ids }) => {
    const tree = await categoryTree(db);
    const choice = ({ id, name, parentId }: CategoryNode, depth: number) => ({
      id,
      name,
      parentId,
      fullPath: tree.fullPath(id),
      depth,
    });
    const typed = keyword.trim();
    if (ids) return ids.flatMap((id) => tree.get(id) ?? []).map((node) => choice(node, 0));
    const all = tree.subtree(null);
    if (typed === "") return all.slice(0, MOST_LISTED).map((node) => choice(node, tree.ancestry(node.id).length - 1));
    return all
      .flatMap((node) => {
        const rank = titleRank(node.name, typed);
        return rank === null ? [] : [{ node, rank }];
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MOST_FOUND)
      .map(({ node }) => choice(node, 0));
  },
});
