import type { Element, Root, RootContent } from "hast";
import { blockTags } from "./elements";

/** Blocks of letters that are read from the right, and the numbers in them, which are not. */
const blocks = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`;
const numbers = String.raw`\p{N}\u0600-\u0605\u06DD\u0890\u0891\u08E2`;
const fromRight = `[[${blocks}]--[${numbers}]]`;
/** Signs that say a direction. */
const signs = String.raw`[\u200F\u202A-\u202E\u2066-\u2069]`;
/** What goes with the letters around it: spaces, common punctuation, marks. */
const between = [
  String.raw`[\s\p{Cc}\p{Mn}\p{Me}\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4`,
  String.raw`\u00B6-\u00B8\u00BB-\u00BF\u200B-\u200D\u2010-\u205E\u2060-\u2064\u3001-\u3003]`,
].join("");
/** Letters from the right, a sign, and whatever else may be read from the left. */
const pieces = new RegExp(`(${fromRight}+)|(${signs})|[^${fromRight}${signs}${between}]+`, "gv");

/** Scripts whose letters join each other, or that part words by no space: browsers lay out a whole word at a time. */
const joining = ["Arabic", "Khmer", "Lao", "Mongolian", "Myanmar", "Syriac", "Thai"];
const joined = new RegExp(`[[${joining.map((script) => `\\p{Script=${script}}`).join("")}]--\\p{N}]`, "gv");
/** What parts words. */
const gap = /[\s\u200B]/u;

const isTurn = ({ tagName, properties }: Element): boolean =>
  tagName === "bdi" || tagName === "bdo" || properties.dir !== undefined;

/**
 * The turns of the direction of reading: the most in a block, whose lines browsers lay out together, and all; and the
 * letters of the longest word whose letters join.
 */
export function turnsIn(tree: Root): { most: number; all: number; word: number } {
  let [all, most, here, isFromRight] = [0, 0, 0, false];
  let [word, longest] = [0, 0];
  const turn = () => {
    here += 1;
    all += 1;
  };
  const waiting: (RootContent | "end")[] = tree.children.toReversed();
  const begin = () => {
    [here, isFromRight, word] = [0, false, 0];
  };
  const read = (text: string) => {
    for (const [at, part] of text.split(gap).entries()) {
      if (at > 0) word = 0;
      word += part.match(joined)?.length ?? 0;
      longest = Math.max(longest, word);
    }
    for (const [, fromRight, sign] of text.matchAll(pieces)) {
      if (sign !== undefined || (fromRight !== undefined && !isFromRight)) turn();
      isFromRight = fromRight !== undefined;
    }
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next === "end") begin();
    else if (next.type === "text") read(next.value);
    else if (next.type === "element") {
      if (blockTags.has(next.tagName)) {
        begin();
        waiting.push("end");
      } else if (isTurn(next)) turn();
      for (let at = next.children.length - 1; at >= 0; at -= 1) {
        const child = next.children[at];
        if (child) waiting.push(child);
      }
    }
    most = Math.max(most, here);
  }
  return { most, all, word: longest };
}
