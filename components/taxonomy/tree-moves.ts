/** The data of a category for moves. */
export type Branch = { id: number; name: string; parentId: number | null; priority: number };
export type Move = "up" | "down" | "in" | "out";

const childrenOf = <T extends Branch>(tree: readonly T[], parentId: number | null): T[] =>
  tree.filter((each) => each.parentId === parentId);

/** This category and all below it. */
export function withBelow(tree: readonly Branch[], id: number): Set<number> {
  const ids = new Set([id]);
  // In display order a parent comes before its children.
  for (const each of tree) if (each.parentId !== null && ids.has(each.parentId)) ids.add(each.id);
  return ids;
}

/** The categories that change when one is moved below `parentId`, before the sibling `before` (null: at the end). */
export function placing(tree: readonly Branch[], id: number, parentId: number | null, before: number | null): Branch[] {
  const moved = tree.find((each) => each.id === id);
  if (!moved || (parentId !== null && withBelow(tree, id).has(parentId))) return [];
  const siblings: Branch[] = childrenOf(tree, parentId).filter((each) => each.id !== id);
  const at = before === null ? siblings.length : siblings.findIndex((each) => each.id === before);
  siblings.splice(at < 0 ? siblings.length : at, 0, moved);
  // Higher priorities come first; counting down to 1 leaves 0, the default of new ones, at the end.
  return siblings
    .map((each, i) => ({ id: each.id, name: each.name, parentId, priority: siblings.length - i }))
    .filter((place, i) => siblings[i]?.priority !== place.priority || siblings[i].parentId !== parentId);
}

/** The same for one step by keyboard; none at an end. */
export function stepping(tree: readonly Branch[], id: number, move: Move): Branch[] {
  const own = tree.find((each) => each.id === id);
  if (!own) return [];
  const siblings = childrenOf(tree, own.parentId);
  const at = siblings.findIndex((each) => each.id === id);
  if (move === "up") return at > 0 ? placing(tree, id, own.parentId, siblings[at - 1]?.id ?? null) : [];
  if (move === "down")
    return at < siblings.length - 1 ? placing(tree, id, own.parentId, siblings[at + 2]?.id ?? null) : [];
  if (move === "in") return at > 0 ? placing(tree, id, siblings[at - 1]?.id ?? null, null) : [];
  const parent = tree.find((each) => each.id === own.parentId);
  if (!parent) return [];
  const beside = childrenOf(tree, parent.parentId);
  return placing(tree, id, parent.parentId, beside[beside.indexOf(parent) + 1]?.id ?? null);
}

/** The tree with these places, in display order. */
export function withPlaces<T extends Branch>(tree: readonly T[], places: readonly Branch[]): T[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const moved = tree.map((each) => {
    const place = byId.get(each.id);
    return place ? { ...each, parentId: place.parentId, priority: place.priority } : each;
  });
  const below = (parentId: number | null): T[] =>
    childrenOf(moved, parentId)
      .sort((a, b) => b.priority - a.priority || a.name.localeCompare(b.name) || a.id - b.id)
      .flatMap((each) => [each, ...below(each.id)]);
  return below(null);
}
