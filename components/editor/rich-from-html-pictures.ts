import type { Element } from "hast";
import { classesOf } from "../../lib/text/html/elements";
import { isFigurePlace } from "../../lib/text/html/figures";
import { hasOnly, isA, isBlank, type Node, text } from "./rich-from-html-inline";

/** A picture as authors give it: its caption is its title, and how it stands is the end of its address. */
export function pictureIn(node: Node): Element | null {
  if (!isA(node, "figure") || !hasOnly(node, "className")) return null;
  const [image, caption, ...more] = node.children.filter((child) => !isBlank(child));
  const [place, ...others] = classesOf(node).map(String);
  const isPlain = more.length === 0 && others.length === 0 && (place === undefined || isFigurePlace(place));
  if (!isPlain || !image || !isA(image, "img") || image.properties.title !== undefined) return null;
  if (caption && !(isA(caption, "figcaption") && hasOnly(caption))) return null;
  const words = caption && isA(caption, "figcaption") ? caption.children : [];
  if (!words.every((word) => word.type === "text")) return null;
  const title = words
    .map(({ value }) => value)
    .join("")
    .trim();
  if (title === "" && place === undefined) return null;
  const src = `${text(image.properties.src)}${place === undefined ? "" : `#${place}`}`;
  return { ...image, properties: { ...image.properties, src, ...(title !== "" && { title }) } };
}

/** The pictures of a gallery; null for any other element. */
export function galleryIn(element: Element): Element[] | null {
  if (!hasOnly(element, "className") || classesOf(element).join() !== "gallery") return null;
  const figures = element.children.filter((child) => !isBlank(child));
  const images = figures.map((figure) =>
    isA(figure, "figure") &&
    hasOnly(figure) &&
    figure.children.length === 1 &&
    figure.children[0] &&
    isA(figure.children[0], "img")
      ? figure.children[0]
      : pictureIn(figure),
  );
  return images.length > 1 && images.every((image) => image !== null) ? images : null;
}
