import type { Element, Root } from "hast";
import { sanitize, type Schema } from "hast-util-sanitize";
import temml from "temml";
import { classesOf, copiedTags, element, isElement, rootOf, textBelow } from "./elements";
import { BOX, SOURCE, TEX, texOf } from "./formulas";
import { formulaWords } from "./formula-words";
import { parseHtml } from "./parse-html";
import { elementsBelow } from "./write-html";

/** Longer ones stay code, in characters; `MAX_TEXT` for all of a text together. */
const [MAX_FORMULA, MAX_TEXT] = [5_000, 100_000];
/** Deeper ones stay code, since the writer recurses. */
const MAX_DEPTH = 80;
/**
 * Elements of all formulas of a text, of which a few signs may be thousands by macros, and rows right within each other:
 * browsers walk through all those in a row once for each around it, several times.
 */
const [MAX_ELEMENTS, MAX_ROWS] = [50_000, 16];
const rows: ReadonlySet<string> = new Set(["mrow", "mstyle", "mpadded", "mphantom", "menclose"]);

const list = (names: string): string[] => names.split(" ");

const mathTags = list(
  "semantics annotation mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover " +
    "mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose",
);
const mathClasses = list(
  "tml-left tml-right tml-jot tml-small tml-fbox tml-overline tml-underline tml-cancel upstrike downstrike tml-xcancel " +
    "sout tml-l0 tml-l1 tml-r0",
);
const value = /^[\w #%.+-]{1,60}$/;
const values = list(
  "accent accentunder columnspan depth displaystyle fence form height largeop linethickness lspace mathbackground " +
    "mathcolor mathvariant maxsize minsize movablelimits notation rowSpan rspace scriptlevel separator stretchy " +
    "symmetric voffset width",
);

/**
 * What may be in a formula: MathML alone. None of its elements takes HTML into it, since an `mtext` in which there may be
 * HTML is how markup that was checked became other markup in browsers.
 */
export const formulaSchema: Schema = {
  tagNames: ["math", ...mathTags],
  strip: ["script", "style", "title", "textarea"],
  allowComments: false,
  allowDoctypes: false,
  ancestors: Object.fromEntries(mathTags.map((tagName) => [tagName, ["math"]])),
  attributes: {
    "*": [...values.map((name): [string, RegExp] => [name, value]), ["className", ...mathClasses]],
    math: [["display", "block"]],
    annotation: [["encoding", TEX]],
  },
};

const isSource = (node: Element): boolean => node.tagName === "code" && classesOf(node).includes(SOURCE);

const widths: Record<string, string> = {
  "padding-left:0em": "tml-l0",
  "padding-left:1em": "tml-l1",
  "padding-right:0em": "tml-r0",
  "border:1px solid": "tml-fbox",
};

/** Pages allow no styles of elements: colours become attributes, and the distances that matter become classes. */
function withoutStyle(node: Element): void {
  const { style } = node.properties;
  if (typeof style !== "string") return;
  delete node.properties.style;
  const names: (string | number)[] = classesOf(node);
  for (const rule of style.split(";")) {
    const colour = /^\s*color:\s*(#[\da-f]{3,8})\s*$/i.exec(rule)?.[1];
    if (colour) node.properties.mathcolor = colour;
    const name = widths[rule.trim()];
    if (name) names.push(name);
  }
  node.properties.className = names;
}

/** The number of elements of a formula; undefined where they stand too deep in each other. */
function countElements(math: Element): number | undefined {
  let count = 0;
  const waiting = [{ node: math, depth: 0, within: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    const within = rows.has(node.tagName) ? next.within + 1 : 0;
    if (depth > MAX_DEPTH || within > MAX_ROWS) return undefined;
    count += 1;
    for (const child of node.children)
      if (child.type === "element") waiting.push({ node: child, depth: depth + 1, within });
  }
  return count;
}

/** TeX as MathML of so many elements; undefined where it cannot be read. */
function mathOf(tex: string, isBlock: boolean): { math: Element; count: number } | undefined {
  if (tex === "" || tex.length > MAX_FORMULA) return undefined;
  try {
    const written = temml.renderToString(tex, {
      displayMode: isBlock,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxSize: [20, 500],
      macros: {},
    });
    const drawn = parseHtml(written);
    for (const each of elementsBelow(drawn)) {
      withoutStyle(each);
      const known = classesOf(each).filter((name) => mathClasses.includes(String(name)));
      if (known.length > 0) each.properties.className = known;
      else delete each.properties.className;
    }
    const [math, ...more] = drawn.children;
    if (more.length > 0 || math?.type !== "element" || math.tagName !== "math") return undefined;
    const count = countElements(math);
    const [clean] = count === undefined ? [] : rootOf(sanitize(math, formulaSchema)).children;
    // What a page holds must be found in it again.
    return count !== undefined && clean?.type === "element" && texOf(clean)?.trim() === tex
      ? { math: clean, count }
      : undefined;
  } catch {
    // The library refuses what is no TeX, and runs out of stack where it is nested too deeply.
    return undefined;
  }
}

/**
 * Draws the formulas of a sanitised tree; their words in plain text by their TeX. What cannot be read stays code, so
 * that its author sees it.
 */
export function drawFormulas(tree: Root): Map<string, string> {
  let [left, elements] = [MAX_TEXT, MAX_ELEMENTS];
  const words = new Map<string, string>();
  const drawnOf = (source: Element, isBlock: boolean): Element | undefined => {
    const tex = textBelow(source).trim();
    left -= tex.length;
    if (left < 0 || elements < 0) return undefined;
    const { math, count } = mathOf(tex, isBlock) ?? {};
    if (math === undefined || count === undefined || (elements -= count) < 0) return undefined;
    words.set(tex, formulaWords(math));
    return math;
  };
  const replacement = (node: Element): Element | undefined => {
    if (isSource(node)) return drawnOf(node, false);
    const [only, ...more] = node.tagName === "pre" ? node.children : [];
    const math = isElement(only, "code") && isSource(only) && more.length === 0 ? drawnOf(only, true) : undefined;
    return math && element("div", { className: [BOX], tabIndex: 0 }, [math]);
  };
  // What stands in code is copied as it is seen, and the TeX in a formula is not.
  const inCode = new Set<Root | Element>();
  for (const each of elementsBelow(tree))
    if (copiedTags.has(each.tagName) && !inCode.has(each))
      for (const one of [each, ...elementsBelow(each)]) inCode.add(one);
  for (const parent of [tree, ...elementsBelow(tree)])
    if (!inCode.has(parent))
      parent.children = parent.children.map((child) =>
        child.type === "element" ? (replacement(child) ?? child) : child,
      ) as typeof parent.children;
  return words;
}
