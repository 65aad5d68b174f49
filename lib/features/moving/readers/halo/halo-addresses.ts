import type { Suggestion } from "../../reading";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

/** How the old site's addresses were made. */
export class HaloAddresses {
  readonly #options: ReadonlyMap<string, string>;
  readonly #top: string;

  constructor(options: ReadonlyMap<string, string>) {
    this.#options = options;
    const site = options.get("blog_url") ?? "";
    this.#top = URL.canParse(site) ? withoutSlashAtEnd(new URL(site).pathname) : "";
  }

  /** The old site; null where it is not said. */
  get site(): string | null {
    const site = withoutSlashAtEnd((this.#options.get("blog_url") ?? "").trim());
    return /^https?:\/\//i.test(site) && URL.canParse(site) ? site : null;
  }

  post(slug: string, id: string, time: Date | null): string[] {
    const archives = this.#part("archives_prefix", "archives");
    switch (this.#type("post_permalink_type")) {
      case "ID":
        return [`${this.#top}/?p=${id}`];
      case "ID_SLUG":
        return [this.#path(archives, id)];
      case "YEAR":
        return this.#dated(time, 1, slug);
      case "DATE":
        return this.#dated(time, 2, slug);
      case "DAY":
        return this.#dated(time, 3, slug);
      default:
        return [this.#path(archives, slug)];
    }
  }

  sheet(slug: string): string[] {
    const isRoot = this.#type("sheet_permalink_type") === "ROOT";
    return [isRoot ? this.#path(slug) : this.#path(this.#part("sheet_prefix", "s"), slug)];
  }

  category = (slug: string): string[] => [this.#path(this.#part("categories_prefix", "categories"), slug)];
  file = (path: string): string[] => [this.#top + path];
  tag = (slug: string): string[] => [this.#path(this.#part("tags_prefix", "tags"), slug)];

  /** The pattern of this site by which the old addresses stay. */
  suggestions(): Suggestion[] {
    const patterns: Record<string, string> = { DATE: "/{yyyy}/{mm}/{slug}", DAY: "/{yyyy}/{mm}/{dd}/{slug}" };
    const type = this.#type("post_permalink_type");
    const value = Object.hasOwn(patterns, type) ? patterns[type] : undefined;
    return value === undefined || this.#suffix !== "" || this.#top !== ""
      ? []
      : [{ option: "post_permalink", value, why: "keeps the old addresses" }];
  }

  get #suffix(): string {
    return (this.#options.get("path_suffix") ?? "").trim();
  }

  #type = (key: string): string => (this.#options.get(key) ?? "").trim().toUpperCase();
  #part = (key: string, usual: string): string =>
    this.#options
      .get(key)
      ?.trim()
      .replace(/^\/+|(?<!\/)\/+$/g, "") || usual;
  #path = (...parts: string[]): string => `${this.#top}/${parts.join("/")}${this.#suffix}`;

  /** Dates were those of the server's zone, which is not in the export: every day that it can have been. */
  #dated(time: Date | null, parts: 1 | 2 | 3, slug: string): string[] {
    if (!time) return [];
    const days = [0, -12, 14].map((hours) => new Date(time.getTime() + hours * 3_600_000).toISOString().slice(0, 10));
    return [...new Set(days.map((day) => this.#path(...day.split("-").slice(0, parts), slug)))];
  }
}
