import type { Element, ElementContent } from "hast";
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type ThemedToken } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { type BundledLanguage, bundledLanguages } from "shiki/langs";
import { classesOf, element, textBelow } from "./elements";
import { lineMarker, MARKED_LINE } from "./marked-lines";

/** Longer blocks stay plain, in characters. */
export const MAX_HIGHLIGHTED_BLOCK = 50_000;
/** The most highlighted characters of one text. */
export const MAX_HIGHLIGHTED_TEXT = 300_000;
/** Longer lines (minified code) stay plain, in characters. */
const MAX_HIGHLIGHTED_LINE = 2_000;
/** Milliseconds for one line; generous, as the first line of a language includes reading its grammar. */
const LINE_TIME = 5_000;

const languageClass = /^language-(.+)$/;
const classOfColour = /^var\(--tok-(?:token-)?([a-z-]+)\)$/;
// Most code has the colour of text or is a bracket or comma; no element for these keeps pages small.
const uncoloured = new Set(["foreground", "background", "punctuation"]);
// Formulas are drawn from their plain text; diagrams stay code, as drawing them would need a framework in the browser.
const drawn = new Set(["math", "mermaid"]);

let highlighter: Promise<HighlighterCore> | undefined;

// Classes instead of colours: the policy of public pages allows no style attributes.
const makeHighlighter = () =>
  createHighlighterCore({
    themes: [createCssVariablesTheme({ name: "classes", variablePrefix: "--tok-", fontStyle: false })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });

const isBundled = (name: string): name is BundledLanguage => Object.hasOwn(bundledLanguages, name);

function languageOf(code: Element): BundledLanguage | undefined {
  for (const name of classesOf(code)) {
    const language = languageClass.exec(String(name))?.[1]?.toLowerCase();
    if (language !== undefined && isBundled(language) && !drawn.has(language)) return language;
  }
  return undefined;
}

/** Whether the block is text only, apart from our tokens of an earlier rendering. */
const isText = (code: Element): boolean =>
  code.children.every((child) => child.type === "text" || (child.type === "element" && child.tagName === "span"));

type Lines = readonly (readonly Pick<ThemedToken, "content" | "color">[])[];

const tokenClass = ({ color }: Pick<ThemedToken, "color">): string | undefined => {
  const name = classOfColour.exec(color ?? "")?.[1];
  return name === undefined || uncoloured.has(name) ? undefined : `tok-${name}`;
};

function spans(lines: Lines): ElementContent[] {
  const nodes: ElementContent[] = [];
  let text = "";
  let current: string | undefined;
  const flush = () => {
    if (text === "") return;
    nodes.push(
      current === undefined
        ? { type: "text", value: text }
        : element("span", { className: [current] }, [{ type: "text", value: text }]),
    );
    text = "";
  };
  for (const [index, line] of lines.entries()) {
    if (index > 0) text += "\n";
    for (const token of line) {
      const name = tokenClass(token);
      // Blanks have no colour, so they join the token before them.
      if (name !== current && token.content.trim() !== "") {
        flush();
        current = name;
      }
      text += token.content;
    }
  }
  flush();
  return nodes;
}

/** The lines with those in elements of their own that the author marked; each keeps the break at its end. */
function withMarks(lines: Lines, isMarked: (line: number) => boolean): ElementContent[] {
  const nodes: ElementContent[] = [];
  let open: Lines[number][] = [];
  const flush = () => {
    if (open.length > 0) nodes.push(...spans([...open, []]));
    open = [];
  };
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    if (!isMarked(index + 1)) {
      if (isLast) nodes.push(...spans([...open, line]));
      else open.push(line);
      continue;
    }
    flush();
    nodes.push(element("span", { className: [MARKED_LINE] }, spans(isLast ? [line] : [line, []])));
  }
  return nodes;
}

async function linesOf(text: string, lang: BundledLanguage | undefined): Promise<Lines | null> {
  if (lang === undefined) return null;
  highlighter ??= makeHighlighter();
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(lang)) await shiki.loadLanguage(bundledLanguages[lang]);
  const limits = { tokenizeMaxLineLength: MAX_HIGHLIGHTED_LINE, tokenizeTimeLimit: LINE_TIME };
  return shiki.codeToTokensBase(text, { lang, theme: "classes", ...limits });
}

const plainLines = (text: string): Lines => text.split("\n").map((content) => [{ content }]);

/**
 * Adds classes to the tokens of code blocks in known languages, and to the lines that their authors marked; a language
 * is loaded when first needed.
 */
export async function highlight(codes: readonly Element[]): Promise<void> {
  let left = MAX_HIGHLIGHTED_TEXT;
  for (const code of codes) {
    const lang = languageOf(code);
    const isMarked = lineMarker(code.properties.dataLines);
    if ((lang === undefined && !isMarked) || !isText(code)) continue;
    const text = textBelow(code);
    if (text.length > MAX_HIGHLIGHTED_BLOCK || text.length > left) continue;
    left -= text.length;
    const lines = (await linesOf(text, lang)) ?? plainLines(text);
    code.children = isMarked ? withMarks(lines, isMarked) : spans(lines);
  }
}
