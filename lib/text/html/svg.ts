import type { Element, ElementContent, Properties } from "hast";
import { AppError } from "../../core/errors";
import { legalXml } from "../xml";
import { parseHtml } from "./parse-html";
import { isEndless } from "./svg-size";
import { writeHtml } from "./write-html";

/**
 * Elements of drawings: shapes, text, paint and structure. Not scripts, links, foreign content, embedded pictures, and
 * animations, which could change an address after the check.
 */
const elements = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker filter " +
    "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
  ).split(" "),
);

/** Their attributes, in lower case without hyphens, so that every spelling is the same. */
const attributes = new Set(
  (
    "id classname style x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d dx dy width height viewbox points pathlength transform transformorigin preserveaspectratio rotate offset version xmlspace lang role arialabel ariahidden " +
    "fill fillopacity fillrule stroke strokewidth strokeopacity strokelinecap strokelinejoin strokedasharray strokedashoffset strokemiterlimit vectoreffect paintorder color opacity display visibility overflow cliprule clippath mask filter mixblendmode isolation " +
    "stopcolor stopopacity gradientunits gradienttransform spreadmethod patternunits patterncontentunits patterntransform clippathunits maskunits maskcontentunits markerstart markermid markerend markerunits markerwidth markerheight refx refy orient " +
    "fontfamily fontsize fontstyle fontvariant fontweight fontstretch textanchor textdecoration textlength lengthadjust letterspacing wordspacing dominantbaseline alignmentbaseline baselineshift writingmode direction startoffset method spacing side shaperendering textrendering colorinterpolation colorinterpolationfilters " +
    "in in2 result mode type values stddeviation operator k1 k2 k3 k4 order kernelmatrix divisor bias targetx targety edgemode preservealpha scale xchannelselector ychannelselector surfacescale diffuseconstant specularconstant specularexponent kernelunitlength azimuth elevation z pointsatx pointsaty pointsatz limitingconeangle basefrequency numoctaves seed stitchtiles radius floodcolor floodopacity lightingcolor tablevalues slope intercept amplitude exponent filterunits primitiveunits"
  ).split(" "),
);

const MAX_DEPTH = 100;
/** The size that browsers assume where a drawing gives none. */
const [DEFAULT_WIDTH, DEFAULT_HEIGHT] = [300, 150];
const NAMESPACE = "http://www.w3.org/2000/svg";

const written = { space: "svg", closeEmptyElements: true, characterReferences: { useNamedReferences: false } } as const;

const ownReference = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
/** Whether a value or style sheet stays within the drawing: only addresses of its own parts, no import, no escapes. */
const isContained = (value: string): boolean =>
  !/url\s*\(|@|javascript:|expression|[\\<&]|src\s*\(|image-set/i.test(value.replace(ownReference, ""));

/**
 * Selectors for which browsers look through all elements beside or within each one: two hundred of them let a page stand
 * still. No program for drawings writes them.
 */
const isSearching = (css: string): boolean => /:has\b|~(?!=)|:nth-[\w-]+\([^)]*\bof\b/i.test(css);

/** A value as it will be read: taken out after it was checked, a sign that XML cannot hold would leave another value. */
const asRead = (value: Properties[string]): Properties[string] =>
  typeof value === "string"
    ? legalXml(value)
    : Array.isArray(value)
      ? value.map((each) => (typeof each === "string" ? legalXml(each) : each)).filter((each) => each !== "")
      : value;

function cleanProperties(given: Properties): Properties {
  const kept: Properties = {};
  for (const [name, each] of Object.entries(given)) {
    const value = asRead(each);
    if (name === "href" || name === "xLinkHref") {
      if (/^#[\w.:-]+$/.test(String(value))) kept.href = value;
    } else if (attributes.has(name.toLowerCase()) && isContained(String(value))) kept[name] = value;
  }
  return kept;
}

function cleanElement(element: Element, depth: number): Element[] {
  for (const child of element.children) if (child.type === "text") child.value = legalXml(child.value);
  if (!elements.has(element.tagName) || depth > MAX_DEPTH) return [];
  if (
    element.tagName === "style" &&
    !element.children.every((child) => child.type === "text" && isContained(child.value) && !isSearching(child.value))
  )
    return [];
  const children = element.children.flatMap((child): ElementContent[] =>
    child.type === "element" ? cleanElement(child, depth + 1) : child.type === "text" ? [child] : [],
  );
  return [{ type: "element", tagName: element.tagName, properties: cleanProperties(element.properties), children }];
}

/** What may precede the first element; each begins differently, so that none is tried twice. */
const beforeFirst = /\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE\s+svg[^[>]*>/iy;
const firstIsSvg = /<svg[\s>/]/iy;

/** Whether a text is a drawing, by its first element. */
export function looksLikeSvg(text: string): boolean {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    beforeFirst.lastIndex = at;
    if (!beforeFirst.test(text)) break;
    at = beforeFirst.lastIndex;
  }
  firstIsSvg.lastIndex = at;
  return firstIsSvg.test(text);
}

const length = (value: unknown): number | null => {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const match = /^(\d{1,6}(?:\.\d+)?)\s*(?:px)?$/.exec(String(value).trim());
  return match && Number(match[1]) > 0 ? Math.max(1, Math.round(Number(match[1]))) : null;
};

function sizeOf({ width, height, viewBox }: Properties): { width: number; height: number } {
  const [, , w, h] = String(viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = w && h && w > 0 && h > 0 ? h / w : null;
  const [givenWidth, givenHeight] = [length(width), length(height)];
  const wide = givenWidth ?? (givenHeight && ratio ? Math.round(givenHeight / ratio) : (length(w) ?? DEFAULT_WIDTH));
  const high = givenHeight ?? (ratio ? Math.round(wide * ratio) : DEFAULT_HEIGHT);
  return { width: Math.max(1, wide), height: Math.max(1, high) };
}

/**
 * The sanitiser of drawings. The one for texts knows HTML and would remove everything, so this has its own list: shapes
 * stay, what acts or points elsewhere goes. It parses as HTML, without entities and DTD, and writes what it has
 * understood.
 */
export function cleanSvg(text: string): { svg: string; width: number; height: number } {
  try {
    const root = parseHtml(text).children.find(
      (child): child is Element => child.type === "element" && child.tagName === "svg",
    );
    const [svg] = root ? cleanElement(root, 0) : [];
    if (!svg) throw new AppError("invalid", "This SVG holds no drawing.", { reason: "svg_empty" });
    if (isEndless(svg))
      throw new AppError("invalid", "This SVG repeats its parts too often.", { reason: "svg_too_deep" });
    const size = sizeOf(svg.properties);
    svg.properties = { xmlns: NAMESPACE, ...svg.properties };
    // XML allows this nowhere in text; in an attribute the last sign is escaped already.
    return {
      svg: writeHtml({ type: "root", children: [svg] }, written).replaceAll("]]>", "]]&#x3E;"),
      ...size,
    };
  } catch (error) {
    // Very deep nesting exhausts the stack.
    if (error instanceof RangeError)
      throw new AppError("invalid", "This SVG is nested too deeply.", { reason: "svg_too_deep", cause: error });
    throw error;
  }
}
