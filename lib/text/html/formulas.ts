import type { Element } from "hast";
import { classesOf, element, isElement } from "./elements";
import { elementsBelow } from "./write-html";

// Formulas of authors are TeX in `<code class="language-math">`. Those of readers are MathML, which is made of nothing
// but that TeX, after the sanitiser: what an author writes as MathML never gets into a page, only the TeX noted in it.

/** The class of code that is a formula. */
export const SOURCE = "language-math";
/** The class around a formula of its own, which scrolls where it is wider than the text. */
export const BOX = "formula";
/** The type of the note in MathML of what it was made from. */
export const TEX = "application/x-tex";

/** The formula in the box that stands around it, where it is one. */
const boxed = (box: Element): Element | undefined => {
  const [only, ...more] = box.children;
  return box.tagName === "div" && more.length === 0 && classesOf(box).includes(BOX) && isElement(only, "math")
    ? only
    : undefined;
};

/** The TeX of MathML, if it is noted in it. */
export function texOf(math: Element): string | undefined {
  for (const { tagName, properties, children } of elementsBelow(math))
    if (tagName === "annotation" && properties.encoding === TEX)
      return children.map((child) => (child.type === "text" ? child.value : "")).join("");
  return undefined;
}

/** Whether an element shows a formula: one of a rendering, or of another program. */
export const showsFormula = (given: Element): boolean => given.tagName === "math" || boxed(given) !== undefined;

/** The source of a shown formula; undefined where nobody noted its TeX. */
export function formulaSource(shown: Element): Element | undefined {
  const tex = texOf(shown)?.trim();
  if (!tex) return undefined;
  const code = element("code", { className: [SOURCE] }, [{ type: "text", value: tex }]);
  const isBlock = boxed(shown) !== undefined || shown.properties.display === "block";
  return isBlock ? element("pre", {}, [code]) : code;
}
