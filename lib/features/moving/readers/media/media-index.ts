import type { MediaFile, MediaFinder } from "../../reading";
import { folded, uploadNames, type Wanted, wantedBy } from "./media-address";

/** What is opened for a path of the index; null where it is no file any more. */
export type Describe = (path: string) => Promise<MediaFile | null>;

const endsWith = (parts: readonly string[], ending: readonly string[]): boolean =>
  ending.length <= parts.length && ending.every((part, i) => part === parts[parts.length - ending.length + i]);

/** How many parts two paths have in common at their ends. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[a.length - 1 - n] === b[b.length - 1 - n]) n += 1;
  return n;
}

/** The files of a folder or archive, found by addresses of the old site. Holds paths only. */
export class MediaIndex {
  readonly #above: string[];
  /** Paths by their last part, folded. */
  readonly #byName = new Map<string, string | string[]>();

  /** `above`: the names of the folders above, outermost first, which a path may begin with. */
  constructor(above: readonly string[] = []) {
    this.#above = above.map(folded);
  }

  /** Adds a file by its path from the top, with `/`. */
  add(path: string): void {
    const name = folded(path.slice(path.lastIndexOf("/") + 1));
    const there = this.#byName.get(name);
    if (there === undefined) this.#byName.set(name, path);
    else if (typeof there === "string") this.#byName.set(name, [there, path]);
    else there.push(path);
  }

  /** The path of a file by an address; null without one. */
  pathOf(address: string): string | null {
    for (const wanted of wantedBy(address)) {
      const found = this.#best(wanted);
      if (found !== null) return found;
    }
    return null;
  }

  /** The path of the file at exactly this path from the top, ignoring letter case if need be. */
  at(path: string): string | null {
    const key = folded(path);
    const found = this.#named(path.slice(path.lastIndexOf("/") + 1)).filter((each) => folded(each) === key);
    return found.find((each) => each === path) ?? found[0] ?? null;
  }

  #named(name: string): string[] {
    const there = this.#byName.get(folded(name));
    return there === undefined ? [] : typeof there === "string" ? [there] : there;
  }

  #best(wanted: Wanted): string | null {
    const [whole, below] = [wanted.path.map(folded), wanted.below.map(folded)];
    let best: { path: string; score: number[] } | null = null;
    for (const path of this.#named(wanted.path.at(-1) ?? "")) {
      const own = folded(path).split("/");
      const parts = [...this.#above, ...own];
      if (!endsWith(parts, below) || !this.#fits(parts, own.length, below, wanted)) continue;
      const written = wanted.path.slice(-own.length).join("/");
      const score = [commonEnd(parts, whole), Number(path.endsWith(written)), -own.length];
      if (!best || isHigher(score, best.score) || (!isHigher(best.score, score) && path < best.path))
        best = { path, score };
    }
    return best?.path ?? null;
  }

  /** Whether a file that ends like the wanted one is it, and not one of the same name elsewhere. */
  #fits(parts: readonly string[], own: number, below: readonly string[], { folder }: Wanted): boolean {
    const before = parts.at(-below.length - 1);
    if (own === below.length || (folder !== null && before === folder)) return true;
    return below.length > 1 && !(folder !== null && before !== undefined && uploadNames.has(before));
  }
}

function isHigher(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((n, at) => n !== b[at]);
  return i >= 0 && (a[i] ?? 0) > (b[i] ?? 0);
}

/** A finder over an index that is made when the first file is asked for. */
export function finderOver(
  load: () => Promise<MediaIndex>,
  describe: Describe,
  close: () => Promise<void> = async () => undefined,
): MediaFinder {
  let index: Promise<MediaIndex> | undefined;
  return {
    find: async (address) => {
      index ??= load();
      const path = (await index).pathOf(address);
      return path === null ? null : describe(path);
    },
    close,
  };
}
