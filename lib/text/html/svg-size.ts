import type { Element } from "hast";
import { classesOf } from "./elements";
import { dashesOf, keepsScale, lengthOf } from "./svg-dashes";
import { type Declaration, declarationsOf, inherits, type Reference, shapesIn, sheetOf, sizesIn } from "./svg-styles";

/** Parts that a drawing repeats by reference count each time they are drawn. */
const MOST_DRAWN = 1_000_000;

/** As many parts an element counts for each so many characters of its shape or words. */
const CHARACTERS = 64;

/** As how many parts a step of a filter counts, which touches each pixel; some steps do so several times. */
const STEP = 1_000;

const number = (value: string): number => {
  const found = Math.abs(Number.parseFloat(value));
  return Number.isNaN(found) ? 0 : found;
};

/**
 * As how many parts it counts that something is drawn by itself before it is laid over the rest: what has a mask or mixes
 * its colours with those below, and what is seen through.
 */
const [LAYER, FADE] = [300, 60];

/** How often a step of a filter touches each pixel. */
const steps: Readonly<Record<string, (of: (name: string) => string) => number>> = {
  feturbulence: (of) => 4 * (1 + number(of("numoctaves"))),
  femorphology: (of) =>
    1 +
    Math.max(
      ...of("radius")
        .split(/[\s,]+/)
        .map(number),
    ) /
      4,
  feconvolvematrix: (of) => 1 + of("kernelmatrix").length / 4,
  fegaussianblur: () => 3,
  fedropshadow: () => 3,
  fediffuselighting: () => 5,
  fespecularlighting: () => 5,
};

/** Parts of a filter that are no steps of their own. */
const besides = /^fe(?:Func[ABGR]|MergeNode|(?:Distant|Point|Spot)Light)$/;

/** Colours that run into each other are no shapes, and cost a little for each element that is painted with them. */
const gradient = /^(?:linear|radial)Gradient$/;
const STOPS = 16;

/** So many dashes of a line count as a part. */
const DASHES = 20;

/**
 * What an element draws with all that it refers to: parts, shapes among them, their corners, at which markers may stand,
 * and the length of their lines.
 */
type Drawn = { parts: number; shapes: number; corners: number; length: number };
const nothing: Drawn = { parts: 0, shapes: 0, corners: 0, length: 0 };
const sum = (one: Drawn, other: Drawn): Drawn => ({
  parts: one.parts + other.parts,
  shapes: one.shapes + other.shapes,
  corners: one.corners + other.corners,
  length: one.length + other.length,
});

const elementsBelow = (element: Element): Element[] => [
  element,
  ...element.children.flatMap((child) => (child.type === "element" ? elementsBelow(child) : [])),
];

/** An element alone; `styled`: the characters of shapes that style sheets may give it, and the length of these. */
function drawnAlone({ tagName, properties, children }: Element, styled: Pick<Drawn, "corners" | "length">): Drawn {
  const of = (name: string) =>
    String(Object.entries(properties).find(([each]) => each.toLowerCase() === name)?.[1] ?? "");
  const isStep = tagName.startsWith("fe") && !besides.test(tagName);
  // One character may be a corner of its own.
  const corners = of("d").length + of("points").length + shapesIn(of("style")) + styled.corners;
  const words = children.reduce((length, child) => length + (child.type === "text" ? child.value.length : 0), 0);
  return {
    parts: 1 + (corners + words) / CHARACTERS + (isStep ? STEP * (steps[tagName.toLowerCase()]?.(of) ?? 1) : 0),
    shapes: 1,
    corners: 1 + corners,
    length: lengthOf(of) + sizesIn(of("style")) + styled.length,
  };
}

const layerOf = ({ tagName }: Element): number => (tagName === "mask" ? LAYER : 0);

/** How often what a declaration refers to is drawn: paint and markers are inherited by all shapes below. */
function times({ parts, shapes, corners }: Drawn, how: Reference["how"]): number {
  return how === "once" ? 1 : how === "shapes" ? shapes : how === "corners" ? corners : Math.max(parts, corners);
}

/**
 * Whether a browser has more to draw than it can: parts that repeat others ten times, which repeat others again, are a
 * hundred million after eight steps, and the page that shows them stands still. A style sheet counts for whatever it may
 * be meant for.
 */
export function isEndless(svg: Element): boolean {
  const all = elementsBelow(svg);
  const sheets = all.flatMap(({ tagName, children }) =>
    tagName === "style" ? [children.map((child) => (child.type === "text" ? child.value : "")).join("")] : [],
  );
  const styled = {
    corners: sheets.reduce((length, css) => length + shapesIn(css), 0),
    length: sheets.reduce((length, css) => length + sizesIn(css), 0),
  };
  const isScaled =
    sheets.some(keepsScale) ||
    all.some(({ properties: { vectorEffect, style } }) =>
      [vectorEffect, style].some((value) => keepsScale(String(value ?? ""))),
    );
  const isInherited =
    sheets.some(inherits) ||
    all.some(({ properties: { mask, clipPath, filter, style } }) =>
      [mask, clipPath, filter, style].some((value) => inherits(String(value ?? ""))),
    );
  const sheet = sheetOf(sheets, isInherited);
  const named = new Map(
    // Of several with one name browsers take the first.
    all.toReversed().flatMap((element) => (element.properties.id ? [[String(element.properties.id), element]] : [])),
  );
  const known = new Map<Element, Drawn>();
  const declared = (element: Element): Declaration[] => [
    ...declarationsOf(element.properties, isInherited),
    ...sheet(element.tagName, classesOf(element).map(String), String(element.properties.id ?? "")),
  ];
  const drawn = (element: Element): Drawn => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Browsers leave out a part that refers to itself.
    known.set(element, nothing);
    let own = element.tagName === "style" ? nothing : drawnAlone(element, styled);
    if (gradient.test(element.tagName)) own = { ...nothing, parts: element.children.length / STOPS };
    else for (const child of element.children) if (child.type === "element") own = sum(own, drawn(child));
    const { href } = element.properties;
    const repeated = typeof href === "string" ? named.get(href.slice(1)) : undefined;
    if (repeated) own = sum(own, drawn(repeated));
    let { parts } = own;
    const isGroup = element.children.some((child) => child.type === "element");
    for (const { blurs, fades, blends, references, round } of declared(element)) {
      parts += 3 * STEP * blurs + LAYER * Math.min(1, blends) + (isGroup ? FADE * Math.min(1, fades) : 0);
      if (round !== null) parts += dashesOf(own.shapes, own.length, round, isScaled) / DASHES;
      for (const { id, how, count } of references) {
        const part = named.get(id);
        if (part && parts <= MOST_DRAWN) parts += count * (times(own, how) * drawn(part).parts + layerOf(part));
      }
    }
    const result = { ...own, parts };
    known.set(element, result);
    return result;
  };
  return drawn(svg).parts > MOST_DRAWN;
}
