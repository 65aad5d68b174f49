import type { Element, ElementContent, Root, RootContent } from "hast";

/**
 * Marks that a sign can have, with skin tones and what is unseen between them. Browsers take quadratic time for them,
 * through the ends of elements: twenty kilobytes let every page that shows the text stand still for ten seconds.
 */
export const MOST_MARKS = 100;
const run = /[\p{M}\p{Emoji_Modifier}\p{Grapheme_Extend}\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;

/** A text with few marks for each sign; `before`: those at the end of what stands before it, `end`: at its own. */
function thinned(text: string, before: number): { text: string; end: number } {
  let end = text === "" ? before : 0;
  const kept = text.replace(run, (marks: string, at: number) => {
    const there = at === 0 ? before : 0;
    const own = [...marks].slice(0, MOST_MARKS - there);
    if (at + marks.length === text.length) end = there + own.length;
    return own.join("");
  });
  return { text: kept, end };
}

/** Leaves out what a sign has beyond that, in a tree's words and in what stands for its pictures. */
export function thinMarks(tree: Root): void {
  let before = 0;
  const waiting: (Root | RootContent | ElementContent)[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text") ({ text: next.value, end: before } = thinned(next.value, before));
    if (next.type === "element") thinWords(next);
    if ("children" in next) for (const child of next.children.toReversed()) waiting.push(child);
  }
}

function thinWords({ properties }: Element): void {
  for (const name of ["alt", "title"] as const) {
    const words = properties[name];
    if (typeof words === "string") properties[name] = thinned(words, 0).text;
  }
}
