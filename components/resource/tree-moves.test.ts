import { expect, it } from "vitest";
import { type Branch, dropping, fits, type Place, stepping, withPlaces } from "./tree-moves";

const tree: Branch[] = [
  { id: 1, name: "a", parentId: null, priority: 0 },
  { id: 2, name: "a1", parentId: 1, priority: 0 },
  { id: 3, name: "a2", parentId: 1, priority: 0 },
  { id: 4, name: "b", parentId: null, priority: 0 },
  { id: 5, name: "c", parentId: null, priority: 0 },
];

const drawn = (places: readonly Place[], before: readonly Branch[] = tree) =>
  withPlaces(before, places)
    .map(({ name, parentId }) => (parentId === null ? name : `-${name}`))
    .join(" ");

it("a step moves among siblings, into the one above, and out again", () => {
  expect(drawn(stepping(tree, 4, "up"))).toBe("b a -a1 -a2 c");
  expect(drawn(stepping(tree, 4, "down"))).toBe("a -a1 -a2 c b");
  expect(drawn(stepping(tree, 4, "in"))).toBe("a -a1 -a2 -b c");
  expect(drawn(stepping(tree, 2, "out"))).toBe("a -a2 a1 b c");
  for (const [id, move] of [
    [1, "up"],
    [5, "down"],
    [1, "in"],
    [4, "out"],
    [99, "up"],
  ] as const)
    expect(stepping(tree, id, move)).toEqual([]);
});

it("each place says where the record was read", () => {
  expect(stepping(tree, 5, "in")).toEqual([{ id: 5, parentId: 4, priority: 1, from: { parentId: null, priority: 0 } }]);
});

it("a drop goes before, after or inside a row, never into what is dragged, and back to its place changes nothing", () => {
  expect(drawn(dropping(tree, 5, { target: 2, where: "before" }))).toBe("a -c -a1 -a2 b");
  expect(drawn(dropping(tree, 5, { target: 2, where: "after" }))).toBe("a -a1 -c -a2 b");
  expect(drawn(dropping(tree, 1, { target: 4, where: "inside" }))).toBe("b -a -a1 -a2 c");
  expect(dropping(tree, 1, { target: 2, where: "inside" })).toEqual([]);
  expect(dropping(tree, 1, { target: 1, where: "before" })).toEqual([]);
  expect(dropping(tree, 4, { target: 1, where: "after" })).toEqual([]);
});

it("a tree of few levels takes nothing that would be too deep", () => {
  expect(fits(tree, 1, 4, 3)).toBe(true);
  expect(fits(tree, 1, 4, 2)).toBe(false);
  expect(dropping(tree, 1, { target: 4, where: "inside" }, 2)).toEqual([]);
  expect(stepping(tree, 3, "in", 2)).toEqual([]);
  expect(stepping(tree, 4, "in", 2)).not.toEqual([]);
});
