import { makeSlug } from "../../../../text/slug";
import { plainTextOf, cutAtWord } from "../../../../text/html/plain-text";
import type { CategoryRecord, TagRecord } from "../../records";
import { decodedAddress } from "../../../../text/address-parts";
import { copied } from "./item";

type Term = { name: string; parent: string; description: string; number: string };

/** The longest description of a category. */
const MAX_DESCRIPTION = 100;

/** The key of a term in an item: old files give only its name. */
export const termKey = ({ nicename, name }: { nicename: string; name: string }): string =>
  nicename || makeSlug(name) || name;

const nameOf = (name: string, key: string): string => plainTextOf(name) || decodedAddress(key);

/** Categories or tags, as the file lists them and as its items name them. */
export class Terms {
  readonly #terms = new Map<string, Term>();
  readonly #byNumber = new Map<string, string>();

  add(key: string, term: Partial<Term>): void {
    const known = this.#terms.get(key);
    if (key === "" || (known && term.number === undefined)) return;
    const { name = "", parent = "", description = "", number = "" } = term;
    const kept = copied(key);
    if (!known || known.number === "")
      this.#terms.set(kept, {
        name: copied(name),
        parent: copied(parent),
        description: copied(description),
        number: copied(number),
      });
    if (number !== "") this.#byNumber.set(copied(number), kept);
  }

  has(key: string): boolean {
    return this.#terms.has(key);
  }

  get size(): number {
    return this.#terms.size;
  }

  keyOf(number: string): string | undefined {
    return this.#byNumber.get(number);
  }

  nameOf(key: string): string {
    return nameOf(this.#terms.get(key)?.name ?? "", key);
  }

  /** The parents as they can be: none that is missing, and no loops. */
  #parents(warn: (key: string, warning: string) => void): Map<string, string> {
    const parents = new Map<string, string>();
    for (const [key, { parent }] of this.#terms) {
      if (parent === "") continue;
      if (this.#terms.has(parent)) parents.set(key, parent);
      else warn(key, `The category above it (${decodedAddress(parent)}) is missing, so it stands at the top.`);
    }
    const settled = new Set<string>();
    for (const key of this.#terms.keys()) {
      const way = new Set<string>();
      let next: string | undefined = key;
      while (next !== undefined && !settled.has(next) && !way.has(next)) {
        way.add(next);
        next = parents.get(next);
      }
      if (next !== undefined && way.has(next)) {
        parents.delete(next);
        warn(next, "The categories above it led back to it, so it stands at the top.");
      }
      for (const each of way) settled.add(each);
    }
    return parents;
  }

  *categories(base: string): Generator<CategoryRecord> {
    const warnings = new Map<string, string[]>();
    const parents = this.#parents((key, warning) => warnings.set(key, [...(warnings.get(key) ?? []), warning]));
    for (const [key, { name, description, number }] of this.#terms) {
      const own = warnings.get(key) ?? [];
      const whole = plainTextOf(description);
      const cut = cutAtWord(whole, MAX_DESCRIPTION);
      if (cut !== whole) own.push(`Its description was cut to ${MAX_DESCRIPTION} characters.`);
      yield {
        kind: "category",
        source: key,
        name: nameOf(name, key),
        slug: decodedAddress(key),
        description: cut,
        parent: parents.get(key) ?? null,
        thumbnail: "",
        password: "",
        warnings: own,
        oldAddresses: [
          `${base}/category/${this.#pathOf(key, parents)}`,
          ...(number === "" ? [] : [`${base}/?cat=${number}`]),
        ],
      };
    }
  }

  #pathOf(key: string, parents: ReadonlyMap<string, string>): string {
    const names: string[] = [];
    for (let next: string | undefined = key; next !== undefined && names.length < 100; next = parents.get(next))
      names.unshift(decodedAddress(next));
    return names.join("/");
  }

  *tags(base: string): Generator<TagRecord> {
    for (const [key, { name }] of this.#terms)
      yield {
        kind: "tag",
        source: key,
        name: nameOf(name, key),
        slug: decodedAddress(key),
        color: "",
        thumbnail: "",
        warnings: [],
        oldAddresses: [`${base}/tag/${decodedAddress(key)}`],
      };
  }
}
