import type { Node } from "@tiptap/pm/model";
import type { Contents } from "./text-view";

/** The headings, links and pictures of a document; their lines are places in it. */
export function contentsOf(doc: Node): Contents {
  const contents: Contents = { isEmpty: doc.textContent.trim() === "", headings: [], links: [], pictures: [] };
  doc.descendants((node, at) => {
    if (node.type.name === "heading" && node.textContent.trim() !== "")
      contents.headings.push({ line: at + 1, depth: Number(node.attrs.level), text: node.textContent });
    if (node.type.name === "image") {
      contents.isEmpty = false;
      contents.pictures.push({ line: at + 1, alt: String(node.attrs.alt), address: String(node.attrs.src) });
    }
    if (node.type.name === "rawBlock") contents.isEmpty = false;
    const link = node.marks.find(({ type }) => type.name === "link");
    if (link)
      contents.links.push({
        line: at + 1,
        label: node.type.name === "image" ? "image" : (node.text ?? "").trim(),
        target: String(link.attrs.href).trim(),
      });
  });
  return contents;
}
