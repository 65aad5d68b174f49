import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { relinked } from "../../../../text/markdown/relink";
import { placeOf } from "../../../../text/uploads";
import type { MediaFinder } from "../../reading";
import { wantedBy } from "../media/media-address";
import { MediaIndex } from "../media/media-index";
import { pathOf, type Dialect } from "./dialect";
import { isMarkdown } from "./markdown-files";
import type { SourceTree } from "./source-tree";

/** Whether an address is a path: no scheme, no other host, no fragment, no template variable. */
const isLocal = (address: string): boolean =>
  address !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/|[#?])/i.test(address) && !/\{[{%]/.test(address);

const publicFolder = join(process.cwd(), "public");
/** Files that this site serves at their addresses already. */
const isServed = (path: string): boolean =>
  placeOf(path) !== null || lstatSync(join(publicFolder, path), { throwIfNoEntry: false })?.isFile() === true;

/** The files that texts of a folder show or link to. */
export class TreeFiles {
  readonly #tree: SourceTree;
  readonly #dialect: Dialect;
  readonly #index = new MediaIndex();
  readonly #texts = new Set<string>();
  readonly #links: string[] = [];

  constructor(tree: SourceTree, dialect: Dialect) {
    [this.#tree, this.#dialect] = [tree, dialect];
    for (const { path, kind } of tree.files)
      if (kind === "other") this.#index.add(path);
      else if (kind === "text") this.#texts.add(path);
      else this.#links.push(`${path}/`);
  }

  /** The path in the folder of a file, by a path such as "/img/a.png" or an address of the old site. */
  #pathOf(address: string): string | null {
    const prefix = pathOf(this.#dialect.site).slice(1);
    for (const { path } of wantedBy(address)) {
      const whole = path.join("/");
      const readings =
        prefix !== "" && whole.startsWith(`${prefix}/`) ? [whole, whole.slice(prefix.length + 1)] : [whole];
      for (const reading of readings)
        for (const root of this.#dialect.roots) {
          const found = this.#index.at(root === "" ? reading : `${root}/${reading}`);
          if (found !== null) return found;
        }
    }
    return null;
  }

  /** Finds files by addresses that `base` of a text was put before; then in other places, where somebody named one. */
  finder(other: MediaFinder | null): MediaFinder {
    return {
      find: async (address) => {
        const path = this.#pathOf(address);
        return (path === null ? null : await this.#tree.file(path)) ?? (await other?.find(address)) ?? null;
      },
      close: async () => other?.close(),
    };
  }

  /** A text whose addresses lead from its own place to files, and remarks on those that lead to nothing. */
  settle(text: string, path: string): { text: string; warnings: string[] } {
    const warnings = new Set<string>();
    if (!/\]\(|\]:|</.test(text)) return { text, warnings: [] };
    const settled = relinked(text, (address, kind) => {
      const there = this.#whereabouts(address, path, kind);
      if (there?.remark !== undefined) warnings.add(there.remark);
      return there?.address;
    });
    return { text: settled, warnings: [...warnings] };
  }

  /** The same for a cover; "" for one that cannot be shown. */
  cover(address: string, path: string): { cover: string; warnings: string[] } {
    if (/^https?:\/\//i.test(address)) return { cover: address, warnings: [] };
    if (!isLocal(address))
      return { cover: "", warnings: [`cover ${address} is neither an http(s) address nor a file`] };
    const there = this.#whereabouts(address, path, "image");
    return {
      cover: there?.remark === undefined ? (there?.address ?? address) : "",
      warnings: there?.remark === undefined ? [] : [there.remark],
    };
  }

  /** What is wrong with an address, or what it should be; null where it is good. */
  #whereabouts(address: string, from: string, kind: "image" | "link"): { remark?: string; address?: string } | null {
    const clean = address.split(/[?#]/)[0] ?? "";
    if (!isLocal(address) || clean === "") return null;
    // A link without a file ending leads to a page of this site or of the old one.
    if (kind === "link" && (clean.startsWith("/") || !/\.[a-z0-9]{1,8}$/i.test(clean))) return null;
    const resolved = posix.normalize(clean.startsWith("/") ? clean : posix.join("/..", posix.dirname(from), clean));
    const path = clean.startsWith("/") ? resolved.slice(1) : posix.normalize(posix.join(posix.dirname(from), clean));
    if (path === ".." || path.startsWith("../") || path.includes("\0"))
      return { remark: `${kind} ${address} is outside the folder` };
    if (this.#pathOf(`/${path}`) !== null || (clean.startsWith("/") && isServed(clean))) return null;
    if (isMarkdown(path) && this.#texts.has(path)) return null;
    const assets = this.#dialect.assetsOf(from);
    if (assets !== null && this.#index.at(`${assets}/${path.split("/").at(-1)}`) !== null && !clean.startsWith("/"))
      return { address: `${assets.split("/").at(-1)}/${clean.replace(/^\.\//, "")}` };
    if (this.#links.some((link) => path.startsWith(link)))
      return { remark: `${kind} ${address}: symbolic links are not followed` };
    return { remark: kind === "link" ? `link to a missing file: ${address}` : `missing image ${address}` };
  }
}
