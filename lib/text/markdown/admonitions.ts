import type {
  Blockquote,
  BlockContent,
  DefinitionContent,
  Paragraph,
  Parent,
  PhrasingContent,
  RootContent,
} from "mdast";
import type { Insertion } from "./origin";

const kinds = new Set(["note", "tip", "info", "important", "warning", "caution", "danger"]);
const fence = /^[ \t>]*(```+|~~~+)/;
const markerLine = /^[ \t>]*:{3,}[^:\n]*$/;
const opening = /^(:{3,}) ?([a-z]+)[ \t]*(.*)$/is;
const closing = /^(:{3,})$/;
const alert = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;

/** Surrounds `:::` lines with blank lines, so that the parser makes each a paragraph; returns the insertions. */
export function separateMarkers(markdown: string): { text: string; insertions: Insertion[] } {
  const insertions: Insertion[] = [];
  if (!markdown.includes(":::")) return { text: markdown, insertions };
  let inCode = "";
  let at = 0;
  const lines = markdown.split("\n").map((line) => {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) {
      if (inCode === "") inCode = mark;
      else if (mark.startsWith(inCode)) inCode = "";
    }
    if (inCode !== "" || !markerLine.test(line)) {
      at += line.length + 1;
      return line;
    }
    const margin = /^[ \t>]*/.exec(line)?.[0].trimEnd() ?? "";
    const length = margin.length + 1;
    insertions.push({ at, length }, { at: at + length + line.length, length });
    at += line.length + 1 + 2 * length;
    return `${margin}\n${line}\n${margin}`;
  });
  return { text: lines.join("\n"), insertions };
}

function admonition(
  kind: string,
  title: PhrasingContent[],
  children: (BlockContent | DefinitionContent)[],
): Blockquote {
  const heading: Paragraph = {
    type: "paragraph",
    children: title,
    data: { hProperties: { className: ["admonition-title"] } },
  };
  return {
    type: "blockquote",
    data: { hName: "div", hProperties: { className: ["admonition", `admonition-${kind}`], role: "note" } },
    children: title.length > 0 ? [heading, ...children] : children,
  };
}

function titleOf(paragraph: Paragraph, rest: string): PhrasingContent[] {
  const title: PhrasingContent[] = [{ type: "text", value: rest }, ...paragraph.children.slice(1)];
  const first = title[0];
  const last = title.at(-1);
  if (first?.type === "text" && last?.type === "text" && first.value.startsWith("[") && last.value.endsWith("]")) {
    last.value = last.value.slice(0, -1);
    first.value = first.value.slice(1);
  }
  return title.filter((node) => node.type !== "text" || node.value !== "");
}

const firstText = (node: RootContent | undefined): string => {
  const first = node?.type === "paragraph" ? node.children[0] : undefined;
  return first?.type === "text" ? first.value : "";
};

const isFlow = (node: RootContent): node is BlockContent | DefinitionContent =>
  node.type !== "listItem" && node.type !== "text";

/** A `:::` line that may close an admonition: its index in `after`, and the most colons from it on. */
type Closing = { at: number; colons: number; most: number };

/**
 * Turns the siblings between `:::note` and `:::` (Docusaurus) into admonitions, from the last opening to the first, so
 * that inner ones come before outer ones. Takes linear time.
 */
export function gatherAdmonitions(parent: Parent): void {
  const after: RootContent[] = [];
  const closings: Closing[] = [];
  for (const node of parent.children.toReversed()) {
    const text = firstText(node);
    const [, colons = "", word = "", rest = ""] = opening.exec(text) ?? [];
    const kind = word.toLowerCase();
    if (node.type === "paragraph" && kinds.has(kind) && (closings.at(-1)?.most ?? 0) >= colons.length) {
      let end = closings.pop();
      while (end && end.colons < colons.length) end = closings.pop();
      const [, ...inner] = after.splice(end?.at ?? 0);
      after.push(admonition(kind, titleOf(node, rest), inner.toReversed().filter(isFlow)));
      continue;
    }
    // What stands behind the colons would not be seen.
    const isAlone = node.type === "paragraph" && node.children.length === 1;
    const mark = isAlone ? (closing.exec(text)?.[1]?.length ?? 0) : 0;
    if (mark > 0) closings.push({ at: after.length, colons: mark, most: Math.max(mark, closings.at(-1)?.most ?? 0) });
    after.push(node);
  }
  parent.children = after.toReversed();
}

/** Turns a blockquote that begins with `[!NOTE]` (GitHub) into an admonition. */
export function markAlert(quote: Blockquote): void {
  const paragraph = quote.children[0];
  const first = paragraph?.type === "paragraph" ? paragraph.children[0] : undefined;
  const found = first?.type === "text" ? alert.exec(first.value) : null;
  const kind = found?.[1]?.toLowerCase() ?? "";
  if (first?.type !== "text" || paragraph?.type !== "paragraph" || !kinds.has(kind)) return;
  first.value = first.value.slice(found?.[0].length);
  if (first.value === "" && paragraph.children.length === 1) quote.children.shift();
  quote.data = admonition(kind, [], []).data;
}
