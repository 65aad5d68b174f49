import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../../testing/cost";
import { type CategoryNode, CategoryTree } from "./tree";

const node = (id: number, parentId: number | null = null, more: Partial<CategoryNode> = {}): CategoryNode => ({
  id,
  parentId,
  name: `c${id}`,
  slug: `c${id}`,
  password: "",
  priority: 0,
  ...more,
});
const ids = (nodes: CategoryNode[]) => nodes.map(({ id }) => id);

describe("a tree of categories", () => {
  it("is in display order: higher priority first, then by name, then by number", () => {
    const tree = new CategoryTree([
      node(1, null, { name: "b" }),
      node(2, null, { name: "a" }),
      node(3, null, { priority: 1, name: "z" }),
      node(4, 1),
      node(5, null, { name: "a" }),
    ]);
    expect(ids(tree.subtree(null))).toEqual([3, 2, 5, 1, 4]);
    expect(ids(tree.subtree(1))).toEqual([1, 4]);
    expect(ids(tree.subtree(99))).toEqual([]);
    expect(tree.fullPath(4)).toBe("c1/c4");
    expect(tree.bySlug("c4")?.id).toBe(4);
  });

  it("is read in a moment, however deep somebody has nested it", () => {
    const deep = 20_000;
    const tree = new CategoryTree(Array.from({ length: deep }, (_, i) => node(i + 1, i === 0 ? null : i)));
    const { cost } = costOf(() => {
      expect(tree.ancestry(deep)).toHaveLength(deep);
      expect(tree.subtree(null)).toHaveLength(deep);
    });
    expect(cost).toBeLessThan(1_000);
  });

  it("collects the passwords on the way up, each once", () => {
    const tree = new CategoryTree([node(1, null, { password: "one" }), node(2, 1), node(3, 1, { password: "three" })]);
    expect(
      tree
        .locksOf([2, 3])
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual([1, 3]);
    expect(tree.locksOf([])).toEqual([]);
    expect(tree.locksOf([99])).toEqual([]);
  });

  it("whatever its rows say shows each once, and every walk ends", () => {
    const rows = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc
          .array(fc.option(fc.integer({ min: 1, max: size + 1 })), { minLength: size, maxLength: size })
          .map((parents) => parents.map((parent, i) => node(i + 1, parent))),
      );
    fc.assert(
      fc.property(rows, (all) => {
        const tree = new CategoryTree(all);
        expect(ids(tree.subtree(null)).sort((a, b) => a - b)).toEqual(ids(all));
        for (const { id } of all) {
          expect(new Set(ids(tree.ancestry(id))).size).toBe(tree.ancestry(id).length);
          expect(new Set(ids(tree.subtree(id))).size).toBe(tree.subtree(id).length);
          tree.locksOf([id]);
          tree.fullPath(id);
        }
      }),
    );
  });
});
