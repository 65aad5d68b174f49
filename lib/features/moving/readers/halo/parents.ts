/** What stands below what. `null`: at the top. */
export type Placed = { id: string; parent: string | null };
export type Placement = { parents: Map<string, string | null>; warnings: Map<string, string> };

/**
 * Settles which parents hold: one that is missing, or below its own child, is replaced by the top, with a remark. A loop
 * is cut at the first of its members in the given order. Nothing recurses, so that depth does not matter.
 */
export function settledParents(rows: readonly Placed[], what: string): Placement {
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const warnings = new Map<string, string>();
  for (const { id, parent } of rows)
    if (parent !== null && !parents.has(parent)) {
      parents.set(id, null);
      warnings.set(id, `the ${what} above it (${parent}) is missing; it stands at the top`);
    }
  const order = new Map(rows.map(({ id }, index) => [id, index]));
  const done = new Set<string>();
  for (const { id } of rows) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let at: string | null = id;
    while (at !== null && !done.has(at) && !onWay.has(at)) {
      way.push(at);
      onWay.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && onWay.has(at)) {
      const loop = way.slice(way.indexOf(at));
      const first = loop.reduce((a, b) => ((order.get(a) ?? 0) <= (order.get(b) ?? 0) ? a : b));
      parents.set(first, null);
      warnings.set(first, `it stood below itself; it stands at the top`);
    }
    for (const each of way) done.add(each);
  }
  return { parents, warnings };
}
