/** What places a record among others of its kind. */
export type Node = { id: number; name: string; parentId: number | null; priority: number };

/** Records below one another, in display order: higher priority first, then as `compare` says. */
export class Forest<N extends Node> {
  readonly #byId: Map<number, N>;
  readonly #children = new Map<number | null, N[]>();

  constructor(rows: readonly N[], compare: (a: N, b: N) => number) {
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      // One that is inside itself, which two moves at once may make, stands at the top: all are shown, and walks end.
      const parent = row.parentId !== null && this.#byId.has(row.parentId) && !this.isInsideItself(row.id) ? row.parentId : null;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(row);
      else this.#children.set(parent, [row]);
    }
    for (const siblings of this.#children.values()) siblings.sort((a, b) => b.priority - a.priority || compare(a, b) || a.id - b.id);
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
    for (let node = this.#byId.get(id); node && !path.includes(node); node = node.parentId === null ? undefined : this.#byId.get(node.parentId)) path.push(node);
    return path;
  }

  /** This one and all below it, depth first in display order. */
  subtree(id: number | null): N[] {
    const own = id === null ? undefined : this.#byId.get(id);
    return [...(own ? [own] : []), ...(this.#children.get(id) ?? []).flatMap((child) => this.subtree(child.id))];
  }
}
