import type { Element, Properties } from "hast";
import { placeOf } from "../uploads";

/** The widest a picture appears in a text, in CSS pixels; narrower screens use their full width. */
const TEXT_WIDTH = 720;

/** The data of an uploaded picture: its address in the current version, its smaller versions, and its size. */
type PictureSlot = { url: string; srcSet: string | undefined; width: number; height: number };

/** Slots by the folder of the upload. */
export type PictureSlots = Record<string, PictureSlot>;

const ours = new Set(["srcSet", "sizes", "width", "height"]);
const isPinned = (src: string): boolean => /\?v=/.test(src);

/**
 * The author's attributes. Sizes after `decoding` were added by an earlier rendering if the address has a version;
 * other sizes move before it.
 */
function givenProperties(properties: Properties): Properties {
  const names = Object.keys(properties);
  const end = names.indexOf("decoding");
  const isBehind = (name: string) => ours.has(name) && end >= 0 && names.indexOf(name) > end;
  const entries = Object.entries(properties);
  const before = entries.filter(([name]) => !isBehind(name));
  return Object.fromEntries(
    isPinned(String(properties.src)) ? before : [...entries.filter(([name]) => isBehind(name)), ...before],
  );
}

/** Gives an uploaded picture its size, smaller versions and current version; the author's own attributes stay. */
export function fillSlot(image: Element, slots: PictureSlots): void {
  const folder = placeOf(String(image.properties.src ?? ""))?.folder;
  const slot = folder === undefined ? undefined : slots[folder];
  if (!slot) return;
  const given = givenProperties(image.properties);
  // `sizes` chooses from a set of files and means nothing without one.
  if (given.srcSet === undefined) delete given.sizes;
  const shown = Math.min(TEXT_WIDTH, Number(given.width) || TEXT_WIDTH);
  image.properties = {
    ...given,
    src: slot.url,
    ...(slot.srcSet !== undefined &&
      given.srcSet === undefined && { srcSet: slot.srcSet, sizes: `(min-width: ${shown}px) ${shown}px, 100vw` }),
    ...(given.width === undefined && given.height === undefined && { width: slot.width, height: slot.height }),
  };
}
