import { type Database, prepared } from "../../db";
import { categories } from "../../db/schema";

export type CategoryNode = { id: number; name: string; slug: string; parentId: number | null; password: string; priority: number };

/** All categories with what places them in the tree and locks them; few rows, read by one prepared query. */
export async function categoryTree(db: Database): Promise<CategoryTree> {
  const rows = await prepared(db, "category-tree", (on) =>
    on
      .select({
        id: categories.id,
        name: categories.name,
        slug: categories.slug,
        parentId: categories.parentId,
        password: categories.password,
        priority: categories.priority,
      })
      .from(categories),
  ).execute();
  return new CategoryTree(rows);
}

/** The categories as a forest, in display order: higher priority first, then by name. */
export class CategoryTree {
  readonly #byId: Map<number, CategoryNode>;
  readonly #children = new Map<number | null, CategoryNode[]>();
  readonly #hasLocks: boolean;

  constructor(rows: CategoryNode[]) {
    this.#hasLocks = rows.some((row) => row.password !== "");
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      // One that is inside itself, which two moves at once may make, stands at the top: all are shown, and walks end.
      const parent = row.parentId !== null && this.#byId.has(row.parentId) && !this.isInsideItself(row.id) ? row.parentId : null;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(row);
      else this.#children.set(parent, [row]);
    }
    for (const siblings of this.#children.values()) siblings.sort((a, b) => b.priority - a.priority || a.name.localeCompare(b.name) || a.id - b.id);
  }

  /** Whether the way up from this category leads back to it. */
  isInsideItself(id: number): boolean {
    const top = this.ancestry(id).at(-1);
    return top !== undefined && top.parentId === id;
  }

  get(id: number): CategoryNode | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): CategoryNode | undefined {
    return [...this.#byId.values()].find((node) => node.slug === slug);
  }

  /** This category and those above it, nearest first; a broken loop ends where it closes. */
  ancestry(id: number): CategoryNode[] {
    const path: CategoryNode[] = [];
    for (let node = this.#byId.get(id); node && !path.includes(node); node = node.parentId === null ? undefined : this.#byId.get(node.parentId)) path.push(node);
    return path;
  }

  /** This category and all below it, depth first in display order. */
  subtree(id: number | null): CategoryNode[] {
    const own = id === null ? undefined : this.#byId.get(id);
    return [...(own ? [own] : []), ...(this.#children.get(id) ?? []).flatMap((child) => this.subtree(child.id))];
  }

  /** Slugs from the top, joined by `/`. */
  fullPath(id: number): string {
    return this.ancestry(id)
      .map((node) => node.slug)
      .toReversed()
      .join("/");
  }

  /** The categories whose posts a password stands before: their own, or one above them. */
  locking(): number[] {
    return this.#hasLocks ? [...this.#byId.keys()].filter((id) => this.locksOf([id]).length > 0) : [];
  }

  /** The passwords that stand before a post in these categories: their own and those above them. */
  locksOf(ids: readonly number[]): { kind: "category"; id: number; password: string }[] {
    if (!this.#hasLocks) return [];
    const locking = new Map(ids.flatMap((id) => this.ancestry(id)).filter((node) => node.password !== "").map((node) => [node.id, node]));
    return [...locking.values()].map((node) => ({ kind: "category", id: node.id, password: node.password }));
  }
}
