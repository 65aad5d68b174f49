import type { Element } from "hast";
import { element, isElement } from "./elements";

/**
 * Films and sounds that a text plays; further ones are links. Browsers take some milliseconds for the buttons of each, and
 * those that twenty kilobytes hold let every page that shows the text stand still.
 */
export const MOST_PLAYING = 100;

/**
 * Captions that the films of a text show unasked; those of further ones are chosen in the film. Browsers read them all
 * when the page is opened, which takes some 50 milliseconds for a long film's.
 */
export const MOST_CAPTIONED = 3;

/** Whether an element plays a film or a sound. */
export const plays = ({ tagName }: Element): boolean => tagName === "audio" || tagName === "video";

/** What stands in place of one that is not played: a link to it, where it has an address. */
export function insteadOf({ properties, children }: Element): Element[] {
  const source = children.find((child) => isElement(child, "source"));
  const address = properties.src ?? (isElement(source, "source") ? source.properties.src : undefined);
  return typeof address === "string" && address !== ""
    ? [element("a", { href: address }, [{ type: "text", value: address }])]
    : [];
}
