import type { Element } from "hast";

const [raised, lowered] = ["⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"];
/** Operators without a shape of their own, such as "applied to". */
const invisible = /[\u2061-\u2064]/g;

const isWord = (words: string): boolean => /^[\p{L}\p{N}.,]*$/u.test(words);
const grouped = (words: string): string => (isWord(words) ? words : `(${words})`);
const small = (words: string, digits: string, sign: string): string =>
  /^[0-9]+$/.test(words) ? [...words].map((digit) => digits[Number(digit)]).join("") : sign + grouped(words);

/** A formula as one says it in plain text, such as "E=mc²" or "a/(b+c)"; for excerpts and the search. */
export function formulaWords(math: Element): string {
  const parts = math.children.flatMap((child) => (child.type === "element" ? [formulaWords(child)] : []));
  const [first = "", second = "", third = ""] = parts;
  switch (math.tagName) {
    case "annotation":
    case "annotation-xml":
      return "";
    case "mfrac":
      return `${grouped(first)}/${grouped(second)}`;
    case "msqrt":
      return `√${grouped(parts.join(""))}`;
    case "msup":
      return first + (/^[\p{L}\p{N}]/u.test(second) ? small(second, raised, "^") : second);
    case "msub":
    case "munder":
      return first + small(second, lowered, "_");
    case "msubsup":
    case "munderover":
      return first + small(second, lowered, "_") + small(third, raised, "^");
    case "mtr":
      return `${parts.join(" ")} `;
    case "mspace":
      return " ";
    default: {
      const own = math.children.map((child) => (child.type === "text" ? child.value : "")).join("");
      return own.replace(invisible, "") + parts.join("");
    }
  }
}
