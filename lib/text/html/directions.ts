import type { Element, Root, RootContent } from "hast";
import { blockTags } from "./elements";

/** Letters that are read from the right, signs that say a direction, and what is read from the left. */
const pieces =
  /([\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]+)|([\u200F\u202A-\u202E\u2066-\u2069])|[\p{L}\p{N}]+/gu;

const isTurn = ({ tagName, properties }: Element): boolean =>
  tagName === "bdi" || tagName === "bdo" || properties.dir !== undefined;

/** The turns of the direction of reading: the most in a block, whose lines browsers lay out together, and all. */
export function turnsIn(tree: Root): { most: number; all: number } {
  let [all, most, here, isFromRight] = [0, 0, 0, false];
  const turn = () => {
    here += 1;
    all += 1;
  };
  const waiting: (RootContent | "end")[] = tree.children.toReversed();
  const begin = () => {
    [here, isFromRight] = [0, false];
  };
  const read = (text: string) => {
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
  return { most, all };
}
