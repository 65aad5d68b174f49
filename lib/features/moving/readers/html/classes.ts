import { attributesIn, writeAttribute } from "../../../../text/html/html-tokens";

/** The classes by which other systems align, and ours. */
const ours: Record<string, string> = {
  alignleft: "align-left",
  alignright: "align-right",
  aligncenter: "align-center",
  "has-text-align-left": "align-left",
  "has-text-align-right": "align-right",
  "has-text-align-center": "align-center",
  "kg-align-center": "align-center",
};

/** The alignment in a `style`, such as the classic editor of WordPress writes it. */
const styled = /(?:^|;)\s{0,9}text-align\s{0,9}:\s{0,9}(left|center|right|justify)\b/i;

/** HTML in which the alignment of other systems has become ours. */
export function classesIn(html: string): string {
  if (!/align/i.test(html)) return html;
  const pieces: string[] = [];
  let at = 0;
  for (const { name, value, from, to } of attributesIn(html)) {
    const words = name === "class" ? value.split(/\s+/).filter((word) => word !== "") : [];
    const aligned = name === "style" ? styled.exec(value.slice(0, 2000))?.[1] : undefined;
    if (words.some((word) => Object.hasOwn(ours, word))) {
      const renamed = new Set(words.map((word) => (Object.hasOwn(ours, word) ? (ours[word] ?? word) : word)));
      pieces.push(html.slice(at, from), writeAttribute("class", [...renamed].join(" ")));
    } else if (aligned !== undefined) {
      // The renderer makes a class of `align`.
      pieces.push(html.slice(at, to), ` ${writeAttribute("align", aligned.toLowerCase())}`);
    } else continue;
    at = to;
  }
  return pieces.join("") + html.slice(at);
}
