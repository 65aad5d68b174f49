import type { Properties } from "hast";
import { dashesIn, numbersIn, sumOf } from "./svg-dashes";

/**
 * What a declaration refers to, and how often that is drawn: once, for each shape or each corner of one below, since
 * these inherit it, or as often as anything could be.
 */
export type Reference = { id: string; how: "once" | "shapes" | "corners" | "any"; count: number };
/**
 * `blurs`: steps of filters and colours that run into each other; `fades` and `blends`: how often all below is drawn by
 * itself before it is laid over the rest; `round`: the length of one round of dashes, null where none are declared.
 */
export type Declaration = {
  references: Reference[];
  blurs: number;
  fades: number;
  blends: number;
  round: number | null;
};

const reference = /url\(\s*(["']?)#([\w.:-]+)\1\s*\)/gi;
const blur =
  /\b(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|(?:repeating-)?(?:linear|radial|conic)-gradient)\s*\(/gi;

/** What stands in place of a reference and a blur where brackets are taken off: signs that no drawing has. */
const [BEGIN, END, BLUR] = ["\uE000", "\uE001", "\uE002"];
const marks = new RegExp(`[${BEGIN}${END}${BLUR}]`);
const anyMark = new RegExp(`${BEGIN}[^${END}]*${END}|${BLUR}`, "g");
const markedReference = new RegExp(`${BEGIN}([^${END}]*)${END}`, "g");

const marked = (css: string): string =>
  css
    .replaceAll(new RegExp(marks, "g"), "")
    .replace(reference, (_all, _quote, id: string) => `${BEGIN}${id}${END}`)
    .replace(blur, `${BLUR}(`);

/** How often what a property refers to is drawn. Paint and markers are inherited, and `inherit` makes all others so. */
function howOften(property: string, isInherited: boolean): Reference["how"] {
  if (/^(?:fill|stroke|marker-?(?:start|end))$/.test(property)) return "shapes";
  if (/^marker(?:-?mid)?$/.test(property)) return "corners";
  // Whatever asks for a variable gets what is in it.
  return property.startsWith("--") || isInherited ? "any" : "once";
}

function declarationIn(property: string, value: string, isInherited: boolean): Declaration[] {
  const ids = [...value.matchAll(markedReference)].map(([, id = ""]) => id);
  const blurs = value.split(BLUR).length - 1;
  const name = property.trim().toLowerCase();
  const round = /^stroke-?dasharray$/.test(name) ? dashesIn(value) : null;
  const fades = name === "opacity" && Number(value) !== 1 ? 1 : 0;
  const blends = /^(?:mix-blend-mode|isolation|backdrop-filter|will-change)$/.test(name) ? 1 : 0;
  if (ids.length === 0 && blurs + fades + blends === 0 && round === null) return [];
  const how = howOften(name, isInherited);
  return [{ references: ids.map((id) => ({ id, how, count: 1 })), blurs, fades, blends, round }];
}

/** The characters of shapes that a style gives, at most. */
export const shapesIn = (css: string): number => (/\b(?:path|polygon|shape)\s*\(/i.test(css) ? css.length : 0);

/** The numbers of a style in which an element gets its place or its size, together. */
export const sizesIn = (css: string): number =>
  /(?<![-\w])(?:d|r|rx|ry|x|y|width|height)\s*:/i.test(css) ? 8 * sumOf(numbersIn(css)) : 0;

/** Whether something asks for what the element around it has. */
export const inherits = (css: string): boolean => /\binherit\b/i.test(css);

/** Declarations as they stand in `style`, or between the braces of a rule. */
function declarationsIn(css: string, isInherited: boolean): Declaration[] {
  return css.split(";").flatMap((each) => {
    const colon = each.indexOf(":");
    return colon < 0
      ? declarationIn("--", each, isInherited)
      : declarationIn(each.slice(0, colon), each.slice(colon + 1), isInherited);
  });
}

/** What an element's own attributes declare. */
export const declarationsOf = ({ href: _href, ...properties }: Properties, isInherited: boolean): Declaration[] =>
  Object.entries(properties).flatMap(([name, value]) => {
    const css = marked(String(value));
    return name === "style" ? declarationsIn(css, isInherited) : declarationIn(name, css, isInherited);
  });

const commentOrString = /\/\*[^]*?(?:\*\/|$)|"[^"\n\r\f]*"?|'[^'\n\r\f]*'?/g;
const bracketed = /[([][^()[\]{}]*[)\]]/g;

/** The rules of a sheet, each as selectors and declarations; null where it is not written plainly. */
function rulesIn(css: string): [selectors: string, declarations: string][] | null {
  const plain = marked(css)
    .replace(commentOrString, " ")
    .replace(bracketed, (all) => ` ${(all.match(anyMark) ?? []).join(" ")} `);
  if (marks.test(css) || /[()[\]]/.test(plain)) return null;
  const rules: [string, string][] = [];
  for (const each of plain.split("}")) {
    const [selectors = "", declarations = "", ...more] = each.split("{");
    // A rule within another, or what stands outside of all.
    if (more.length > 0 || (declarations === "" && marks.test(selectors))) return null;
    rules.push([selectors, declarations]);
  }
  return rules;
}

/** The class, id or name that an element must have for a selector; "" where any may be meant. */
function wantedBy(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~|]+/)
      .at(-1) ?? "";
  const words = last.replaceAll(/::?[\w-]+/g, "").match(/[.#]?[^.#:*]+/g) ?? [];
  return (words.find((word) => /^[.#]/.test(word)) ?? words[0] ?? "").toLowerCase();
}

/** Declarations as one, in which a reference that is made several times stands once. */
function together(all: readonly Declaration[]): Declaration {
  const references = new Map<string, Reference>();
  let [blurs, fades, blends] = [0, 0, 0];
  let round: number | null = null;
  for (const each of all) {
    blurs += each.blurs;
    fades += each.fades;
    blends += each.blends;
    round = each.round === null ? round : Math.min(each.round, round ?? Number.POSITIVE_INFINITY);
    for (const { id, how, count } of each.references) {
      const name = `${how} ${id}`;
      references.set(name, { id, how, count: count + (references.get(name)?.count ?? 0) });
    }
  }
  return { references: [...references.values()], blurs, fades, blends, round };
}

/**
 * What style sheets declare for an element of a name, classes and id: at least what browsers find, since combinators and
 * the like are taken as fulfilled, and whatever is not written plainly is taken as meant for all.
 */
export function sheetOf(
  sheets: readonly string[],
  isInherited: boolean,
): (tagName: string, classes: readonly string[], id: string) => Declaration[] {
  const found = new Map<string, Declaration[]>();
  const add = (wanted: string, declarations: readonly Declaration[]) => {
    const there = found.get(wanted);
    if (there) there.push(...declarations);
    else if (declarations.length > 0) found.set(wanted, [...declarations]);
  };
  for (const css of sheets) {
    const rules = rulesIn(css);
    if (rules === null) {
      add("", declarationIn("--", marked(css), isInherited));
      if (/dasharray/i.test(css)) add("", declarationIn("stroke-dasharray", "unknown", isInherited));
    }
    for (const [selectors, written] of rules ?? []) {
      const declarations = declarationsIn(written, isInherited);
      if (declarations.length > 0) for (const selector of selectors.split(",")) add(wantedBy(selector), declarations);
    }
  }
  const declared = new Map([...found].map(([wanted, all]) => [wanted, together(all)]));
  return (tagName, classes, id) =>
    ["", tagName.toLowerCase(), ...classes.map((name) => `.${name.toLowerCase()}`), `#${id.toLowerCase()}`].flatMap(
      (wanted) => declared.get(wanted) ?? [],
    );
}
