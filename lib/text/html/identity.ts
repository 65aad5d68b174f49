import type { Element } from "hast";
import type { Findings } from "./findings";
import { classesOf, ID_PREFIX } from "./elements";
import { MARKED_LINE } from "./marked-lines";
import { aligned, allowsClass } from "./sanitize";

// The sanitiser adds the prefix again; removing it first makes rendering repeatable.
const withoutPrefix = (id: string): string => (id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id);

/** Brings ids and names into their form before the sanitiser, each id once in a text. */
export function shapeIdentity({ tagName, properties }: Element, findings: Findings): void {
  // Old pages mark a place with <a name>; an id does the same.
  if (tagName === "a" && properties.name !== undefined) properties.id ??= properties.name;
  if (tagName !== "details") delete properties.name;
  else if (typeof properties.name === "string") properties.name = withoutPrefix(properties.name);
  if (properties.id === undefined || properties.id === null) return;
  const id = withoutPrefix(String(properties.id).trim());
  if (id === "" || findings.ids.has(id)) {
    delete properties.id;
    return;
  }
  findings.ids.add(id);
  properties.id = id;
}

/** Keeps allowed classes only, so that the sanitiser leaves no empty attribute. Marked lines get theirs later. */
export function shapeClasses(element: Element): void {
  if (element.properties.className === undefined) return;
  const kept = classesOf(element).filter((name) => name !== MARKED_LINE && allowsClass(element.tagName, String(name)));
  if (kept.length > 0) element.properties.className = kept;
  else delete element.properties.className;
}

const alignments = new Set(["left", "center", "right", "justify"]);

/** Replaces the obsolete `align` by a class. */
export function shapeAlignment(element: Element): void {
  const { align } = element.properties;
  delete element.properties.align;
  const wanted = typeof align === "string" ? align.toLowerCase() : "";
  if (alignments.has(wanted) && allowsClass(element.tagName, `align-${wanted}`))
    element.properties.className = [
      ...classesOf(element).filter((name) => !aligned.includes(String(name))),
      `align-${wanted}`,
    ];
}

/** The classes of code, and of the box around a wide table. Others may hide words, or move them to where they are cut off. */
const ofCode = /^(?:language-.+|tok-.+|table-scroll)$/;

/** What readers copy from code is what they see. */
export function showInCode(element: Element): void {
  delete element.properties.dir;
  const kept = classesOf(element).filter((name) => ofCode.test(String(name)));
  if (kept.length > 0) element.properties.className = kept;
  else delete element.properties.className;
}
