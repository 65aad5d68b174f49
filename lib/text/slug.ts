import { normalized } from "./normalized";

/** The longest slug, in code points. */
const MAX_SLUG = 255;

// Letters and numbers of every script, with the combining marks that scripts such as Devanagari or
// Thai need. Variation selectors are marks too, but belong to emoji, which are left out.
const separators = /[^\p{L}\p{N}\p{Mn}\p{Mc}]+/gu;
const variationSelectors = /\p{Variation_Selector}/gu;
const strayMarks = /(^|-)[\p{Mn}\p{Mc}]+/gu;

function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join("");
}

const trimmed = (slug: string): string => slug.replace(/-{2,}/g, "-").replace(/^-|-$/g, "");

/** The slug made of a title; "" without letters or numbers, so the caller chooses a fallback. */
export function makeSlug(text: string, maxLength = MAX_SLUG): string {
  const plain = normalized(normalized(text, "NFC").toLowerCase(), "NFC").replace(variationSelectors, "");
  // A combining mark without its letter would sit on the hyphen.
  const slug = trimmed(plain.replace(separators, "-").replace(strayMarks, "$1"));
  return trimmed(firstCodePoints(normalized(slug, "NFC"), maxLength));
}

/** The same slug with a number, such as `slug-2`, shortened where needed to keep the length. */
export function numbered(slug: string, n: number, maxLength = MAX_SLUG): string {
  const suffix = `-${n}`;
  const start = trimmed(firstCodePoints(slug, Math.max(0, maxLength - suffix.length)));
  return start ? start + suffix : String(n);
}
