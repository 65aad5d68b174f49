/** Length of an excerpt, in code points. */
const EXCERPT_LENGTH = 150;

/** Characters without spaces between words, or that count as one word each; for a regular expression's class. */
export const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\uFF70\uAC00-\uD7A3`;
const cjkCharacter = new RegExp(`[${cjk}]`, "gu");
const lastCjk = new RegExp(`[${cjk}]$`, "u");
const wordCharacter = /[\p{L}\p{N}]/u;

/** Collapses whitespace to single spaces, none at the ends. */
export const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Number of words: each Han, Hiragana, Katakana or Hangul character is one, each other word is one. */
export function countWords(text: string): number {
  let count = 0;
  const others = text.replace(cjkCharacter, () => {
    count += 1;
    return " ";
  });
  for (const word of others.split(/\s+/)) if (wordCharacter.test(word)) count += 1;
  return count;
}

/** The beginning of a collapsed text, cut between words where the script has spaces; "…" only if cut. */
export function excerptOf(text: string): string {
  // A code point has two code units at most.
  const points = Array.from(text.slice(0, (EXCERPT_LENGTH + 1) * 2));
  if (points.length <= EXCERPT_LENGTH) return text;
  const start = points.slice(0, EXCERPT_LENGTH).join("");
  const insideWord = points[EXCERPT_LENGTH] !== " " && !start.endsWith(" ") && !lastCjk.test(start);
  // A longer "word" is an address or a script without spaces, which is cut rather than dropped.
  const lastSpace = start.lastIndexOf(" ");
  const cut = insideWord && lastSpace > start.length - 40 ? start.slice(0, lastSpace) : start;
  return `${cut.replace(/(?<![\s,;:，、；：])[\s,;:，、；：]+$/u, "")}…`;
}
