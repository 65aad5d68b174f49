import type { Element, ElementContent } from "hast";
import { element as make, isElement } from "./elements";

/** How a picture may stand in a text, named at the end of its address: `boat.jpg#wide`. Elsewhere it means nothing. */
export const figurePlaces = ["wide", "small", "left", "right"] as const;

export const isFigurePlace = (name: string): boolean => (figurePlaces as readonly string[]).includes(name);

const placed = new RegExp(`#(${figurePlaces.join("|")})$`);

const isBlank = (node: ElementContent): boolean =>
  (node.type === "text" && node.value.trim() === "") || isElement(node, "br");

/** A picture with its caption, which is its title. */
function figure(image: Element): { figure: Element; caption: string } {
  const { title, ...properties } = image.properties;
  const src = String(properties.src ?? "");
  const place = placed.exec(src)?.[1];
  if (place !== undefined) properties.src = src.replace(placed, "");
  const caption = typeof title === "string" ? title.trim() : "";
  // Later steps hold the picture itself.
  image.properties = properties;
  const children: ElementContent[] = [image];
  if (caption !== "") children.push(make("figcaption", {}, [{ type: "text", value: caption }]));
  return {
    figure: make("figure", place === undefined ? {} : { className: [place] }, children),
    caption,
  };
}

/**
 * What a paragraph of nothing but pictures becomes: one with a caption or a place is a figure, several on lines of their
 * own are a gallery. Other paragraphs stay.
 */
export function pictured(paragraph: Element): { element: Element; captions: string[] } | null {
  const { children } = paragraph;
  if (!children.every((child) => isBlank(child) || isElement(child, "img"))) return null;
  const images = children.filter((child) => isElement(child, "img"));
  const [first] = images;
  if (!first) return null;
  if (images.length === 1) {
    if (first.properties.title === undefined && !placed.test(String(first.properties.src ?? ""))) return null;
    const { figure: element, caption } = figure(first);
    return { element, captions: [caption] };
  }
  const between = children.slice(children.indexOf(first) + 1, children.lastIndexOf(images.at(-1) ?? first));
  const breaks = between.filter(
    (child) => isElement(child, "br") || (child.type === "text" && child.value.includes("\n")),
  );
  if (breaks.length < images.length - 1) return null;
  const figures = images.map(figure);
  return {
    element: make(
      "div",
      { className: ["gallery"] },
      figures.map((each) => each.figure),
    ),
    captions: figures.map(({ caption }) => caption),
  };
}
