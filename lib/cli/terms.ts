import { createCategory } from "../features/taxonomy/categories/mutations";
import { listCategories } from "../features/taxonomy/categories/queries";
import type { Actor } from "../core/access";
import { createTag } from "../features/taxonomy/tags/mutations";
import { listTags } from "../features/taxonomy/tags/queries";

type Category = { id: number; name: string; parentId: number | null };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The site's tags and categories, found by name in any case, and made where they are missing. */
export class Terms {
  /** Names of what was made (in a dry run: would be), a category with its ancestors. */
  readonly made: { tags: string[]; categories: string[] } = { tags: [], categories: [] };
  readonly #tags: Map<string, number>;
  readonly #categories: Category[];

  private constructor(
    private readonly actor: Actor,
    private readonly dryRun: boolean,
    tags: readonly { id: number; name: string }[],
    categories: readonly Category[],
  ) {
    this.#tags = new Map(tags.map((tag) => [tag.name.toLowerCase(), tag.id]));
    this.#categories = [...categories];
  }

  /** Reads the existing ones. */
  static async load(actor: Actor, dryRun: boolean): Promise<Terms> {
    return new Terms(actor, dryRun, await listTags(actor, {}), await listCategories(actor, {}));
  }

  /** Ids of tags, in the order of their names. */
  async tagIds(names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names) ids.push(this.#tags.get(name.toLowerCase()) ?? (await this.#makeTag(name)));
    return [...new Set(ids)];
  }

  /** Ids of the last category of each path, which its ancestors cover. */
  async categoryIds(paths: readonly (readonly string[])[]): Promise<number[]> {
    const ids: number[] = [];
    for (const path of paths) ids.push(await this.#categoryId(path));
    return [...new Set(ids)];
  }

  async #makeTag(name: string): Promise<number> {
    // Ids in a dry run are negative, which no record has.
    const id = this.dryRun ? -1 - this.made.tags.length : (await createTag(this.actor, { name })).id;
    this.#tags.set(name.toLowerCase(), id);
    this.made.tags.push(name);
    return id;
  }

  async #categoryId(path: readonly string[]): Promise<number> {
    const [only] = path;
    // A category that was moved below another one in the dashboard still counts.
    const moved =
      path.length === 1 && only !== undefined && !this.#child(null, only)
        ? this.#categories.filter((category) => same(category.name, only))
        : [];
    if (moved.length === 1 && moved[0]) return moved[0].id;
    let parentId: number | null = null;
    for (const [i, name] of path.entries())
      parentId = this.#child(parentId, name)?.id ?? (await this.#makeCategory(path.slice(0, i + 1), name, parentId));
    return parentId ?? 0;
  }

  #child(parentId: number | null, name: string): Category | undefined {
    return this.#categories.find((category) => category.parentId === parentId && same(category.name, name));
  }

  async #makeCategory(path: readonly string[], name: string, parentId: number | null): Promise<number> {
    const id = this.dryRun
      ? -1 - this.made.categories.length
      : (await createCategory(this.actor, { name, parentId })).id;
    this.#categories.push({ id, name, parentId });
    this.made.categories.push(path.join("/"));
    return id;
  }
}
