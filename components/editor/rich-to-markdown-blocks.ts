import type { Element, Nodes } from "hast";
import { defaultHandlers, type State } from "hast-util-to-mdast";
import type { BlockContent, Blockquote, Code, FootnoteDefinition, Paragraph, RootContent } from "mdast";
import { classesOf, isElement, textBelow } from "../../lib/text/html/elements";
import { footnotesOf } from "./rich-footnotes-html";
import { kindOfCallout } from "./rich-from-html-code";

type Made = RootContent | RootContent[] | undefined;

/** A block of code; the name of its file and its marked lines stand behind the language. */
function code(state: State, pre: Element, title: string): Code {
  const made = defaultHandlers.pre(state, pre);
  const inner = pre.children.find((child) => isElement(child, "code"));
  const lines = isElement(inner, "code") ? inner.properties.dataLines : undefined;
  const meta = [title && `title="${title}"`, typeof lines === "string" && `{${lines}}`].filter(Boolean).join(" ");
  // Without a language, nothing can stand behind it.
  return meta === "" ? made : { ...made, lang: made.lang ?? "text", meta };
}

function figure(state: State, element: Element): Made {
  const pre = element.children.find((child) => isElement(child, "pre"));
  const caption = element.children.find((child) => isElement(child, "figcaption"));
  if (!classesOf(element).includes("code") || !isElement(pre, "pre")) return defaultHandlers.figure(state, element);
  return code(state, pre, isElement(caption, "figcaption") ? textBelow(caption) : "");
}

/** A callout is a quote that begins with its kind. */
function div(state: State, element: Element): Made {
  const kind = kindOfCallout(element);
  if (kind === null) return defaultHandlers.div(state, element);
  const content = state.toFlow(state.all(element)) as BlockContent[];
  const [first, ...others] = content;
  // As HTML, since brackets among words are escaped.
  const sign = { type: "html", value: `[!${kind.toUpperCase()}]` } as const;
  const head: Paragraph =
    first?.type === "paragraph"
      ? { type: "paragraph", children: [sign, { type: "text", value: "\n" }, ...first.children] }
      : { type: "paragraph", children: [sign] };
  const quote: Blockquote = {
    type: "blockquote",
    children: [head, ...(first?.type === "paragraph" ? others : content)],
  };
  return quote;
}

/** Pictures on lines of their own, a gallery, need no marks for their breaks. */
function paragraph(state: State, element: Element): Made {
  const made = defaultHandlers.p(state, element);
  if (!made) return undefined;
  const isGallery =
    made.children.length > 2 &&
    made.children.every(({ type }) => type === "image" || type === "break" || type === "text");
  if (!isGallery || made.children.some((child) => child.type === "text" && child.value.trim() !== "")) return made;
  const pictures = made.children.filter(({ type }) => type === "image");
  if (made.children.filter(({ type }) => type === "break").length < pictures.length - 1) return made;
  const children = pictures.flatMap((picture, at) =>
    at > 0 ? [{ type: "text" as const, value: "\n" }, picture] : [picture],
  );
  return { ...made, children };
}

/** The list of footnotes. */
function section(state: State, element: Element): Made {
  const notes = footnotesOf(element);
  if (!notes) return defaultHandlers.section(state, element);
  return notes.map(({ name, children }): FootnoteDefinition => {
    const content = state.toFlow(state.all({ ...element, children })) as BlockContent[];
    return { type: "footnoteDefinition", identifier: name, label: name, children: content };
  });
}

/** How blocks are written that HTML has no element of its own for. */
export const blockHandlers: Record<string, (state: State, element: Element, parent?: Nodes) => Made> = {
  div,
  figure,
  p: paragraph,
  section,
  pre: (state, element) => code(state, element, ""),
};
