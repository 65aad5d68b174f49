/** What places a record in its tree. */
export type Node = { id: number; name: string; parentId: number | null; priority: number };

/** Records in a tree, in display order: higher priority first, then by `compare`. */
export class Forest<N extends Node> {
  readonly #byId: Map<number, N>;
  readonly #compare: (a: N, b: N) => number;
  #inOrder: Map<number | null, N[]> | undefined;

  constructor(rows: readonly N[], compare: (a: N, b: N) => number) {
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.#compare = compare;
  }

  /** The children of each record; sorted when first read, as most callers never do. */
  #children(): Map<number | null, N[]> {
    if (this.#inOrder) return this.#inOrder;
    const children = new Map<number | null, N[]>();
    const loops = this.#inLoops();
    for (const row of this.#byId.values()) {
      // A record inside itself, which two simultaneous moves may make, goes to the top, so that all are shown and walks
      // end.
      const parent = row.parentId !== null && this.#byId.has(row.parentId) && !loops.has(row.id) ? row.parentId : null;
      const siblings = children.get(parent);
      if (siblings) siblings.push(row);
      else children.set(parent, [row]);
    }
    for (const siblings of children.values())
      siblings.sort((a, b) => b.priority - a.priority || this.#compare(a, b) || a.id - b.id);
    return (this.#inOrder = children);
  }

  /** The records that are inside themselves, each looked at once. */
  #inLoops(): Set<number> {
    const [seen, loops] = [new Set<number>(), new Set<number>()];
    for (const start of this.#byId.values()) {
      const way: number[] = [];
      let node: N | undefined = start;
      while (node && !seen.has(node.id)) {
        seen.add(node.id);
        way.push(node.id);
        node = node.parentId === null ? undefined : this.#byId.get(node.parentId);
      }
      const from = node ? way.indexOf(node.id) : -1;
      if (from >= 0) for (const id of way.slice(from)) loops.add(id);
    }
    return loops;
  }

  /** Whether this record's ancestors include it. */
  isInsideItself(id: number): boolean {
    const top = this.ancestry(id).at(-1);
    return top !== undefined && top.parentId === id;
  }

  get(id: number): N | undefined {
    return this.#byId.get(id);
  }

  all(): N[] {
    return [...this.#byId.values()];
  }

  /** This record and its ancestors, nearest first; stops where a loop closes. */
  ancestry(id: number): N[] {
    const path = new Set<N>();
    for (
      let node = this.#byId.get(id);
      node && !path.has(node);
      node = node.parentId === null ? undefined : this.#byId.get(node.parentId)
    )
      path.add(node);
    return [...path];
  }

  /** This record and its descendants, depth first in display order. */
  subtree(id: number | null): N[] {
    const own = id === null ? undefined : this.#byId.get(id);
    const children = this.#children();
    const found: N[] = [];
    // Not by calls within calls, of which there is an end.
    const waiting = own ? [own] : (children.get(id) ?? []).toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      for (const child of (children.get(node.id) ?? []).toReversed()) waiting.push(child);
    }
    return found;
  }

  /** The level of the deepest record of a subtree; what is at the top has the first. */
  deepestLevel(id: number): number {
    return this.subtree(id).reduce((most, node) => Math.max(most, this.ancestry(node.id).length), 0);
  }
}
