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
 * The words of HTML, also those in its attributes, which readers and their programs can see. `whole` are those that begin
 * or end within an element, as words of code do that have several colours; they are seldom asked for.
 */
function wordsOf(html: string): { parts: Counts; whole: () => Counts } {
  const parts: Counts = new Map();
  const pieces: string[] = [];
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      pieces.push(inlineTags.has(tagName) ? "" : " ");
      for (const { value } of isStart ? attrs : []) count(decoded(value), parts);
    },
    text: (characters) => pieces.push(characters),
  });
  count(pieces.join(" "), parts);
  const whole = () => {
    const counts: Counts = new Map();
    count(pieces.join(""), counts);
    return counts;
  };
  return { parts, whole };
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
  const { parts, whole } = wordsOf(html);
  const missing = [...said].filter(([word, times]) => times > (parts.get(word) ?? 0));
  if (missing.length === 0) return true;
  const others = whole();
  return missing.every(([word, times]) => times <= (others.get(word) ?? 0));
}
