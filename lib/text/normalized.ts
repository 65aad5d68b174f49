/** What may belong to the letter before it: marks, and the two signs of half width that become such. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
/** Marks in a row beyond which no language goes. */
const MOST_MARKS = 32;
/** Up to so many letters nothing takes long. */
const SHORT = 256;
const tooMany = new RegExp(`(${MARK}{${MOST_MARKS + 1},})`, "u");
const someMarks = new RegExp(`${MARK}{1,${MOST_MARKS}}`, "gu");

/**
 * A text in a form of Unicode, in linear time. JavaScript's own `normalize` sorts the marks of a letter in quadratic time:
 * 64 KB of them took 2 s. Of so many, it is given some at a time.
 */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  if (text.length <= SHORT) return text.normalize(form);
  const [first, ...rest] = text.split(tooMany);
  if (first === undefined || rest.length === 0) return text.normalize(form);
  // Each second part is a row of marks.
  const parts = rest.flatMap((part, i) => (i % 2 === 0 ? (part.match(someMarks) ?? []) : [part]));
  return [first, ...parts].map((part) => part.normalize(form)).join("");
}
