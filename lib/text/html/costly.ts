import type { Element, Root, RootContent } from "hast";
import { classesOf, textBelow } from "./elements";
import { SOURCE } from "./formulas";
import { MOST_CAPTIONED, plays } from "./playing";
import { elementsBelow } from "./write-html";

// Attributes over which browsers take time that grows with the square of what they are about: some hundred kilobytes of
// them let every page that shows the text stand still for ten seconds and more. No text for readers needs so many.

/** Items counted backwards, folds that close each other, languages, and captions of films: of a text. */
const [MOST_REVERSED, MOST_NAMED, MOST_LANGUAGES, MOST_TRACKS] = [5_000, 200, 100, 100];
/** Captions of one film, and places where a browser looks for it: it asks one after the other for all that fail. */
const [MOST_TRACKS_OF_FILM, MOST_SOURCES_OF_FILM] = [20, 10];
/** Items counted anew after those with numbers of their own, of a text: a list of 1,000 that all have one. */
const MOST_COUNTED = 1_000_000;
/** The longest condition of a picture, in characters. */
const LONGEST_CONDITION = 1_000;
/** Elements and signs before the first letter of what is to be read in the direction of that letter. */
const [MOST_BEFORE, MOST_SIGNS_BEFORE] = [200, 10_000];

const letter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u;
const ownDirections: ReadonlySet<unknown> = new Set(["ltr", "rtl", "auto"]);
/** What makes elements of a formula that are not in its source. */
const macro = /\\(?:\w*def|let|\w*command)/;

/** How many elements a formula is drawn as, at the most; its source has letters that are not drawn. */
const drawnOf = (tex: string): number => (macro.test(tex) ? Infinity : tex.length);

/** Whether browsers look through too much for the letter that says in which direction an element is read. */
function isLongUndirected(element: Element): boolean {
  let [elements, signs] = [0, 0];
  const waiting = element.children.toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (elements > MOST_BEFORE || signs > MOST_SIGNS_BEFORE) return true;
    if (next.type === "text") {
      const at = next.value.search(letter);
      if (at >= 0) return signs + at > MOST_SIGNS_BEFORE;
      signs += next.value.length;
    } else if (next.type === "element") {
      elements += 1;
      if (classesOf(next).includes(SOURCE)) elements += drawnOf(textBelow(next));
      // These have directions of their own.
      if (next.tagName === "bdi" || ownDirections.has(next.properties.dir) || classesOf(next).includes(SOURCE))
        continue;
      for (let at = next.children.length - 1; at >= 0; at -= 1) {
        const child = next.children[at];
        if (child) waiting.push(child);
      }
    }
  }
  return elements > MOST_BEFORE || signs > MOST_SIGNS_BEFORE;
}

function childrenOf({ children }: { children: readonly RootContent[] }, name: string): Element[] {
  return children.flatMap((child) => (child.type === "element" && child.tagName === name ? [child] : []));
}

const isAutomatic = ({ tagName, properties: { dir } }: Element): boolean =>
  dir === "auto" || (tagName === "bdi" && !ownDirections.has(dir));

const isLongCondition = (value: Element["properties"][string]): boolean =>
  String(value ?? "").length > LONGEST_CONDITION;

const hasLongCondition = ({ properties }: Element): boolean =>
  isLongCondition(properties.sizes) || isLongCondition(properties.media);

/** Whether a tree, as it was written, holds what a browser takes square time over while it only reads it. */
export function isCostlyToRead(tree: Root): boolean {
  for (const element of elementsBelow(tree))
    if (hasLongCondition(element) || (isAutomatic(element) && isLongUndirected(element))) return true;
  return false;
}

/** Leaves out of a shaped text what would cost its readers' browsers too much. */
export function boundCosts(tree: Root): void {
  let [counted, reversed, named, tracks, captioned] = [0, 0, 0, 0, 0];
  const languages = new Set<unknown>();
  for (const parent of [tree, ...elementsBelow(tree)]) {
    const items = childrenOf(parent, "li");
    const numbered = items.filter(({ properties }) => properties.value !== undefined);
    counted += numbered.length * items.length;
    if (counted > MOST_COUNTED) for (const { properties } of numbered) delete properties.value;
    if (parent.type === "root") continue;
    const { tagName, properties } = parent;
    if (tagName === "ol" && properties.reversed && (reversed += items.length) > MOST_REVERSED)
      delete properties.reversed;
    if (tagName === "details" && properties.name !== undefined && (named += 1) > MOST_NAMED) delete properties.name;
    if (plays(parent)) {
      const most = Math.min(MOST_TRACKS_OF_FILM, MOST_TRACKS - tracks);
      const kept = childrenOf(parent, "track").slice(0, most);
      tracks += kept.length;
      const beyond = new Set<RootContent>([
        ...childrenOf(parent, "track").slice(kept.length),
        ...childrenOf(parent, "source").slice(MOST_SOURCES_OF_FILM),
      ]);
      if (beyond.size > 0) parent.children = parent.children.filter((child) => !beyond.has(child));
    }
    if (tagName === "track" && properties.default && (captioned += 1) > MOST_CAPTIONED) delete properties.default;
    for (const name of ["sizes", "media"]) if (isLongCondition(properties[name])) delete properties[name];
    if (properties.lang !== undefined && languages.add(properties.lang).size > MOST_LANGUAGES) {
      languages.delete(properties.lang);
      delete properties.lang;
    }
    if (isAutomatic(parent) && isLongUndirected(parent)) properties.dir = "ltr";
  }
}
