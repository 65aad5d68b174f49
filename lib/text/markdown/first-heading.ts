import type { Token } from "markdown-it";
import { parser } from "./parser";

/** A heading's words as they read, without marks, HTML and notes. */
function wordsOf(tokens: readonly Token[]): string {
  let words = "";
  for (const token of tokens) {
    if (token.type === "text" || token.type === "text_special" || token.type === "code_inline") words += token.content;
    else if (token.type === "softbreak" || token.type === "hardbreak") words += " ";
    else if (token.type === "image") words += wordsOf(token.children ?? []);
  }
  return words;
}

/** Without the id that some programs write behind a heading: `{#id}`. */
function withoutId(words: string): string {
  const [text, begin] = [words.trimEnd(), words.lastIndexOf("{#")];
  return begin >= 0 && text.indexOf("}", begin) === text.length - 1 ? text.slice(0, begin) : text;
}

/** The first heading of level one that is not empty and not nested in anything, and its first and last line. */
export function firstHeading(markdown: string): { text: string; lines: readonly [number, number] } | null {
  const tokens = parser.parse(markdown, {});
  for (const [i, { type, tag, level, map }] of tokens.entries()) {
    if (type !== "heading_open" || tag !== "h1" || level !== 0 || !map) continue;
    const text = withoutId(wordsOf(tokens[i + 1]?.children ?? []));
    const collapsed = text.split(/\s/).filter(Boolean).join(" ");
    if (collapsed !== "") return { text: collapsed, lines: map };
  }
  return null;
}
