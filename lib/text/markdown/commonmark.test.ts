import type { Element, Root, RootContent } from "hast";
import { tests } from "commonmark-spec";
import { parseHtml } from "../html/parse-html";
import { describe, expect, it } from "vitest";
import { render } from "./render";

/** Removes what rendering adds to every text; the rest must be as CommonMark says. */
const added = new Set(["loading", "decoding", "tabIndex"]);
const unwrapped = (node: Element): boolean =>
  (node.tagName === "div" && String(node.properties.className) === "table-scroll") ||
  (node.tagName === "span" && String(node.properties.className).startsWith("tok-"));
const isAnchor = (node: Element): boolean => node.tagName === "a" && String(node.properties.className) === "anchor";

function written(node: RootContent): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return `<!${node.type}>`;
  if (isAnchor(node)) return "";
  const inner = node.children.map(written).join("");
  if (unwrapped(node)) return inner;
  const attributes = Object.entries(node.properties)
    .filter(([name, value]) => !added.has(name) && !String(value).startsWith("t-") && !(name === "alt" && value === ""))
    .map(([name, value]) => ` ${name}="${String(value)}"`)
    .sort();
  return `<${node.tagName}${attributes.join("")}>${inner}</${node.tagName}>`;
}

/** A tree as text, without whitespace between blocks. */
const normalised = (html: string): string => {
  // Unclosed elements would be reopened for the line break at the end.
  const tree: Root = parseHtml(html.trim());
  return tree.children
    .map(written)
    .join("")
    .replace(
      /\s*(<\/?(?:p|ul|ol|li|blockquote|h[1-6]|hr|pre|div|table|tr|td|th|thead|tbody|section|del)\b[^>]*>)\s*/g,
      "$1",
    )
    .trim();
};

/** Examples that are rendered differently on purpose, by reason. */
const different: Record<string, number[]> = {
  "elements outside the sanitiser's list are unwrapped": [150, 163, 201, 491, 524, 536, 613, 614, 615, 617],
  "classes and attributes outside the sanitiser's list are dropped": [152, 153, 154, 164, 169, 616],
  "script, style and form elements are dropped with their content": [170, 171, 172, 173, 176, 178],
  "comments, processing instructions, declarations and CDATA are dropped": [
    177, 179, 180, 182, 183, 308, 309, 625, 626, 627, 628, 629,
  ],
  "addresses are http, https, mailto, tel or relative": [500, 596, 598, 599, 601],
  "schemes are written in lower case": [597],
  "blocks within code are lines of it": [148],
  "the title of a picture alone in its paragraph is its caption": [572, 573, 576, 577, 584, 585, 586, 588, 589, 591],
  "addresses in plain text are links (GFM)": [602, 606, 608, 611, 612],
};
const reasonOf = new Map(
  Object.entries(different).flatMap(([reason, numbers]) => numbers.map((n) => [n, reason] as const)),
);

const same = tests.filter(({ number }) => !reasonOf.has(number));
const others = tests
  .filter(({ number }) => reasonOf.has(number))
  .map((test) => ({ ...test, reason: reasonOf.get(test.number) }));
const tabs = (text: string): string => text.replaceAll("→", "\t");

async function rendered(markdown: string): Promise<string> {
  const { html } = await render({ editorType: "MARKDOWN", originalContent: tabs(markdown), keepRaw: false });
  return normalised(html);
}

describe("CommonMark's examples", () => {
  it.each(same)("$number ($section) is rendered as CommonMark says", async ({ markdown, html }) => {
    expect(await rendered(markdown)).toBe(normalised(tabs(html)));
  });

  // Fails when a listed example is no longer different.
  it.each(others)("$number ($section) is not: $reason", async ({ markdown, html }) => {
    expect(await rendered(markdown)).not.toBe(normalised(tabs(html)));
  });
});
