import { type Database, prepared } from "../../../../db";
import { categories } from "../../../../db/schema";
import { Forest } from "../../../core/forest";
import { remembered } from "../../../core/remembered";
import { MOST_CATEGORIES } from "./schema";

export type CategoryNode = {
  id: number;
  name: string;
  slug: string;
  parentId: number | null;
  password: string;
  priority: number;
};

/** All categories with their places and passwords; remembered, since every list and every text asks for them. */
export const categoryTree = (db: Database): Promise<CategoryTree> =>
  remembered(db, "category tree", { cacheKeys: ["categories"] }, () => readTree(db));

/** Whether there can be a further category. */
export const hasRoom = async (db: Database): Promise<boolean> => (await db.$count(categories)) < MOST_CATEGORIES;

async function readTree(db: Database): Promise<CategoryTree> {
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

/** The categories as a forest, siblings of one priority by name. */
export class CategoryTree extends Forest<CategoryNode> {
  /** Whether any of them has a password. */
  readonly hasLocks: boolean;

  constructor(rows: CategoryNode[]) {
    super(rows, (a, b) => a.name.localeCompare(b.name));
    this.hasLocks = rows.some((row) => row.password !== "");
  }

  /** The tree after deleting this category: its children have moved up to its parent. */
  without(id: number): CategoryTree {
    const parentId = this.get(id)?.parentId ?? null;
    return new CategoryTree(
      this.all().flatMap((node) => (node.id === id ? [] : [node.parentId === id ? { ...node, parentId } : node])),
    );
  }

  bySlug(slug: string): CategoryNode | undefined {
    return this.all().find((node) => node.slug === slug);
  }

  /** Slugs from the top, joined by `/`. */
  fullPath(id: number): string {
    return this.ancestry(id)
      .map((node) => node.slug)
      .toReversed()
      .join("/");
  }

  /** The categories that a password protects, their own or an ancestor's. */
  locking(): number[] {
    return this.hasLocks
      ? this.all()
          .map((node) => node.id)
          .filter((id) => this.locksOf([id]).length > 0)
      : [];
  }

  /** The passwords that protect a post in these categories: their own and their ancestors'. */
  locksOf(ids: readonly number[]): { kind: "category"; id: number; password: string }[] {
    if (!this.hasLocks) return [];
    const locking = new Map(
      ids
        .flatMap((id) => this.ancestry(id))
        .filter((node) => node.password !== "")
        .map((node) => [node.id, node]),
    );
    return [...locking.values()].map((node) => ({ kind: "category", id: node.id, password: node.password }));
  }
}
