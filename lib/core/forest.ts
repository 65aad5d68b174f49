/** What places a record among others of its kind. */
export type Node = { id: number; name: string; parentId: number | null; priority: number };

/** Records below one another, in display order: higher priority first, then as `compare` says. */
export class Forest<N extends Node> {
  readonly #byId: Map<number, N>;
  readonly #compare: (a: N, b: N) => number;
  #inOrder: Map<number | null, N[]> | undefined;

  constructor(rows: readonly N[], compare: (a: N, b: N) => number) {
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.#compare = compare;
  }

  /** What stands below each; put in order when first asked for, as most readers never do. */
  #children(): Map<number | null, N[]> {
    if (this.#inOrder) return this.#inOrder;
    const children = new Map<number | null, N[]>();
    for (const row of this.#byId.values()) {
      // One that is inside itself, which two moves at once may make, stands at the top: all are shown, and walks end.
      const parent =
        row.parentId !== null && this.#byId.has(row.parentId) && !this.isInsideItself(row.id) ? row.parentId : null;
      const siblings = children.get(parent);
      if (siblings) siblings.push(row);
      else children.set(parent, [row]);
    }
    for (const siblings of children.values())
      siblings.sort((a, b) => b.priority - a.priority || this.#compare(a, b) || a.id - b.id);
    return (this.#inOrder = children);
  }

  /** Whether the way up from this one leads back to it. */
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

  /** This one and those above it, nearest first; a broken loop ends where it closes. */
  ancestry(id: number): N[] {
    const path: N[] = [];
    for (
      let node = this.#byId.get(id);
      node && !path.includes(node);
      node = node.parentId === null ? undefined : this.#byId.get(node.parentId)
    )
      path.push(node);
    return path;
  }

  /** This one and all below it, depth first in display order. */
  subtree(id: number | null): N[] {
    const own = id === null ? undefined : this.#byId.get(id);
    return [...(own ? [own] : []), ...(this.#children().get(id) ?? []).flatMap((child) => this.subtree(child.id))];
  }
}
