/** What places a record in its tree. */
export type Branch = { id: number; name: string; parentId: number | null; priority: number };
type Spot = Pick<Branch, "parentId" | "priority">;
/** The place that a record gets, and the one it was read at. */
export type Place = { id: number; from: Spot } & Spot;
export type Move = "up" | "down" | "in" | "out";
/** A place to drop: before or after a row, or inside it. */
export type Drop = { target: number; where: "before" | "after" | "inside" };

const childrenOf = <T extends Branch>(tree: readonly T[], parentId: number | null): T[] =>
  tree.filter((each) => each.parentId === parentId);

/** This record and all below it. */
export function withBelow(tree: readonly Branch[], id: number): Set<number> {
  const ids = new Set([id]);
  // In display order a parent comes before its children.
  for (const each of tree) if (each.parentId !== null && ids.has(each.parentId)) ids.add(each.id);
  return ids;
}

/** The number of records above this one; a record that is stored inside itself is at the top. */
export function depthOf(tree: readonly Branch[], id: number): number {
  const above = new Set<number>();
  const parentOf = (child: number) => tree.find((each) => each.id === child)?.parentId ?? null;
  for (let next = parentOf(id); next !== null; next = parentOf(next)) {
    if (next === id || above.has(next)) return 0;
    above.add(next);
  }
  return above.size;
}

/** The levels that this record and those below it take. */
const heightOf = (tree: readonly Branch[], id: number): number =>
  Math.max(...[...withBelow(tree, id)].map((each) => depthOf(tree, each))) - depthOf(tree, id) + 1;

/** Whether a record may stand below `parentId`: not inside itself, and no deeper than the tree may be. */
export function fits(tree: readonly Branch[], id: number, parentId: number | null, mostLevels: number): boolean {
  if (parentId === null) return true;
  return !withBelow(tree, id).has(parentId) && depthOf(tree, parentId) + 1 + heightOf(tree, id) <= mostLevels;
}

/** The places that change when a record is put below `parentId`, before the sibling `before` (null: at the end). */
function placing(
  tree: readonly Branch[],
  id: number,
  parentId: number | null,
  before: number | null,
  mostLevels = Infinity,
): Place[] {
  const moved = tree.find((each) => each.id === id);
  if (!moved || before === id || !fits(tree, id, parentId, mostLevels)) return [];
  const siblings: Branch[] = childrenOf(tree, parentId);
  const order = siblings.filter((each) => each.id !== id);
  const at = before === null ? order.length : order.findIndex((each) => each.id === before);
  order.splice(at < 0 ? order.length : at, 0, moved);
  if (moved.parentId === parentId && order.every((each, i) => each.id === siblings[i]?.id)) return [];
  // Higher priorities come first; counting down to 1 leaves 0, the default of new ones, at the end.
  return order
    .map((each, i) => ({
      id: each.id,
      parentId,
      priority: order.length - i,
      from: { parentId: each.parentId, priority: each.priority },
    }))
    .filter(({ priority, from }) => from.priority !== priority || from.parentId !== parentId);
}

/** The same for a row that is dropped. */
export function dropping(tree: readonly Branch[], id: number, { target, where }: Drop, mostLevels = Infinity): Place[] {
  const to = tree.find((each) => each.id === target);
  if (!to || target === id) return [];
  if (where === "inside") return placing(tree, id, target, null, mostLevels);
  const siblings = childrenOf(tree, to.parentId).filter((each) => each.id !== id);
  const after = siblings[siblings.findIndex((each) => each.id === target) + 1]?.id ?? null;
  return placing(tree, id, to.parentId, where === "before" ? target : after, mostLevels);
}

/** The same for one step; none at an end. */
export function stepping(tree: readonly Branch[], id: number, move: Move, mostLevels = Infinity): Place[] {
  const own = tree.find((each) => each.id === id);
  if (!own) return [];
  const siblings = childrenOf(tree, own.parentId);
  const at = siblings.findIndex((each) => each.id === id);
  const put = (parentId: number | null, before: number | null) => placing(tree, id, parentId, before, mostLevels);
  if (move === "up") return at > 0 ? put(own.parentId, siblings[at - 1]?.id ?? null) : [];
  if (move === "down") return at < siblings.length - 1 ? put(own.parentId, siblings[at + 2]?.id ?? null) : [];
  if (move === "in") return at > 0 ? put(siblings[at - 1]?.id ?? null, null) : [];
  const parent = tree.find((each) => each.id === own.parentId);
  if (!parent) return [];
  const beside = childrenOf(tree, parent.parentId);
  return put(parent.parentId, beside[beside.indexOf(parent) + 1]?.id ?? null);
}

/** The tree with these places, in display order. */
export function withPlaces<T extends Branch>(tree: readonly T[], places: readonly Place[]): T[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const moved = tree.map((each) => {
    const place = byId.get(each.id);
    return place ? { ...each, parentId: place.parentId, priority: place.priority } : each;
  });
  // Siblings of one priority are in display order already.
  const below = (parentId: number | null): T[] =>
    childrenOf(moved, parentId)
      .sort((a, b) => b.priority - a.priority)
      .flatMap((each) => [each, ...below(each.id)]);
  return below(null);
}
