import { inlineTags } from "../html/elements";
import { readTokens } from "../html/html-tokens";

/** HTML, and definitions in Markdown, may hold what no reader sees. */
const mayHide = (source: string): boolean => /<[a-z!?/]/i.test(source) || source.includes("]:");

/** Marks with letters or digits of which the HTML makes something else: numbers and boxes of items, the name of a title. */
const marks = /^[ \t>]*(?:[-+*][ \t]+)*\d{1,9}[.)](?=\s)|\[[xX]\](?=\s)|\btitle=/gm;
const words = /[\p{L}\p{M}\p{N}]+/gu;

type Counts = Map<string, number>;

function count(text: string, counts: Counts): void {
  for (const [word] of text.toLowerCase().matchAll(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/**
 * The words of HTML, also those in its attributes, which readers and their programs can see; `within` a word, an element
 * may begin or end it, as emphasis does, or not, as colours of code do not.
 */
function wordsOf(html: string, within: "parts" | "whole"): Counts {
  const counts: Counts = new Map();
  const pieces: string[] = [];
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      if (within === "parts" || !inlineTags.has(tagName)) pieces.push(" ");
      for (const { value } of isStart ? attrs : []) count(decoded(value), counts);
    },
    text: (characters) => pieces.push(characters),
  });
  count(pieces.join(""), counts);
  return counts;
}

/**
 * Whether a source in Markdown says nothing but what its HTML shows: it has each word at most as often. What is in a
 * source and not shown, such as a cell too many in a row, an address that is no web address, or words after the language
 * of a block of code, is its author's alone.
 */
export function isShownWhole(source: string, html: string): boolean {
  if (mayHide(source)) return false;
  const said: Counts = new Map();
  count(source.replace(marks, " "), said);
  const [parts, whole] = [wordsOf(html, "parts"), wordsOf(html, "whole")];
  for (const [word, times] of said) if (times > Math.max(parts.get(word) ?? 0, whole.get(word) ?? 0)) return false;
  return true;
}
