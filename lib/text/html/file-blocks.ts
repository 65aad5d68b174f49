import type { Element } from "hast";
import { placeOf } from "../uploads";
import { element as make, isElement } from "./elements";

/** The class of a paragraph that is nothing but a link to an uploaded file. */
export const FILE = "file";

/** By the ends of upload addresses, which the server gives by a file's bytes. */
const players: readonly [tagName: "audio" | "video", ends: RegExp, preload: string][] = [
  ["video", /\.(?:mp4|m4v|webm|mov)$/, "metadata"],
  ["audio", /\.(?:mp3|m4a|ogg|opus|wav|flac|aac)$/, "none"],
];

/**
 * What a paragraph of nothing but a link to an uploaded file becomes: a player of a video or a sound, with the link below
 * it where one may play, or a block that says that it is a file. Other paragraphs stay.
 */
export function fileBlock(paragraph: Element, mayPlay: boolean): Element | null {
  const filled = paragraph.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  const [link, ...more] = filled;
  if (more.length > 0 || !isElement(link, "a") || !link.children.every(({ type }) => type === "text")) return null;
  const file = placeOf(String(link.properties.href ?? ""))?.last;
  if (file === undefined) return null;
  const [tagName, , preload] = players.find(([, ends]) => mayPlay && ends.test(file)) ?? [];
  if (tagName === undefined) return make("p", { ...paragraph.properties, className: [FILE] }, [link]);
  const player = make(tagName, { src: link.properties.href, controls: true, preload });
  return make("figure", {}, [player, make("figcaption", {}, [link])]);
}
