import type { Target } from "./dialect";
import { folded } from "../media/media-address";

const withoutEnding = (path: string): string => folded(path).replace(/\.(?:md|markdown|mdx|html?)$/, "");

/** The parts of a path by which a text is called; `index` of a folder is called by the folder. */
const partsOf = (path: string): string[] =>
  withoutEnding(path)
    .replace(/\/_?index$/, "")
    .split("/")
    .filter((part) => part !== "" && part !== ".");

/** The texts of a folder, found by the ends of their paths, as tags of templates name them. */
export class TextNames {
  readonly #byName = new Map<string, Target[]>();

  add(text: Target): void {
    const name = partsOf(text.path).at(-1) ?? "";
    const there = this.#byName.get(name);
    if (there) there.push(text);
    else this.#byName.set(name, [text]);
  }

  /** The text whose path ends so; of several, one beside the text that asks. */
  find(wanted: string, from: string): Target | null {
    const parts = partsOf(wanted.replace(/^(?:\.\.?\/)+/, ""));
    const found = (this.#byName.get(parts.at(-1) ?? "") ?? []).filter(({ path }) => {
      const own = partsOf(path);
      return parts.every((part, i) => part === own[own.length - parts.length + i]);
    });
    const folder = from.slice(0, from.lastIndexOf("/") + 1);
    return found.find(({ path }) => path.startsWith(folder)) ?? found[0] ?? null;
  }
}
