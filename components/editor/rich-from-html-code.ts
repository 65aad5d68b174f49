import type { JSONContent } from "@tiptap/core";
import type { Element } from "hast";
import { classesOf } from "../../lib/text/html/elements";
import { MARKED_LINE, markedLines } from "../../lib/text/html/marked-lines";
import { hasOnly, isA, isBlank, type Node } from "./rich-from-html-inline";

/** What highlighting adds to words. */
const isToken = (name: string): boolean => name.startsWith("tok-") || name === MARKED_LINE;

const isText = (node: Node): boolean =>
  node.type === "text" ||
  (isA(node, "span") && classesOf(node).every((name) => isToken(String(name))) && node.children.every(isText));

const wordsOf = (node: Node): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(wordsOf).join("") : "";

/** A block of code, with its language and the lines that its author marked; null for anything else. */
export function codeIn(element: Element, title = ""): JSONContent | null {
  const [only, ...more] = element.children.filter((node) => !isBlank(node));
  const isPlain = only && isA(only, "code") && more.length === 0 && hasOnly(element, "tabIndex");
  if (!isPlain || !hasOnly(only, "className", "dataLines") || !only.children.every(isText)) return null;
  const language = classesOf(only).map(String);
  const lines = only.properties.dataLines ?? "";
  if (language.length > 1 || !language.every((name) => name.startsWith("language-"))) return null;
  if (typeof lines !== "string" || (lines !== "" && !markedLines.test(lines))) return null;
  const words = only.children.map(wordsOf).join("").replace(/\n$/, "");
  return {
    type: "codeBlock",
    attrs: { language: language[0]?.slice("language-".length) ?? null, title, lines },
    ...(words !== "" && { content: [{ type: "text", text: words }] }),
  };
}

/** A block of code below the name of its file. */
export function titledCodeIn(element: Element): JSONContent | null {
  if (element.tagName !== "figure" || !hasOnly(element, "className") || classesOf(element).join() !== "code")
    return null;
  const [caption, pre, ...more] = element.children.filter((node) => !isBlank(node));
  if (!caption || !isA(caption, "figcaption") || !hasOnly(caption) || !pre || !isA(pre, "pre") || more.length > 0)
    return null;
  const title = caption.children.every(({ type }) => type === "text") ? wordsOf(caption).trim() : "";
  return title === "" ? null : codeIn(pre, title);
}

/** The kind of a callout: `note`, `warning` and so on; null for other elements. */
export function kindOfCallout(element: Element): string | null {
  if (element.tagName !== "div" || !hasOnly(element, "className", "role")) return null;
  const [own, kind = "", ...more] = classesOf(element).map(String);
  return own === "admonition" && more.length === 0 ? (/^admonition-([a-z]{1,20})$/.exec(kind)?.[1] ?? null) : null;
}
