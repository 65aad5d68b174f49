import type { CategoryRecord, TagRecord } from "../../records";
import type { MarkdownPost } from "./markdown-post";
import { keyOfCategory, keyOfTag, slugOfTerm } from "./text-record";

const common = { warnings: [], oldAddresses: [] };

/** The tags and categories that texts name, each once and with those above it. */
export class Terms {
  readonly #tags = new Map<string, TagRecord>();
  readonly #categories = new Map<string, CategoryRecord>();

  get size(): number {
    return this.#tags.size + this.#categories.size;
  }

  /** `folders`: categories that a text has by its place. */
  add(post: MarkdownPost, folders: readonly string[]): void {
    for (const name of post.tags ?? []) this.#addTag(name);
    for (const path of [...folders.map((name) => [name]), ...(post.categories ?? [])])
      for (let n = 1; n <= path.length; n += 1) this.#addCategory(path.slice(0, n));
  }

  *records(): Generator<CategoryRecord | TagRecord> {
    yield* this.#categories.values();
    yield* this.#tags.values();
  }

  #addTag(name: string): void {
    const source = keyOfTag(name);
    if (!this.#tags.has(source))
      this.#tags.set(source, {
        ...common,
        kind: "tag",
        source,
        name,
        slug: slugOfTerm(name),
        color: "",
        thumbnail: "",
      });
  }

  #addCategory(path: readonly string[]): void {
    const source = keyOfCategory(path);
    const name = path.at(-1) ?? "";
    if (this.#categories.has(source)) return;
    const parent = path.length > 1 ? keyOfCategory(path.slice(0, -1)) : null;
    this.#categories.set(source, {
      ...common,
      kind: "category",
      source,
      name,
      slug: slugOfTerm(name),
      description: "",
      parent,
      thumbnail: "",
      password: "",
    });
  }
}
