import { collapse } from "../plain";
import { droppedTags, inlineTags } from "./elements";
import { readTokens } from "./html-tokens";

/** The words of HTML on one line, without tags, entities decoded. */
export function plainTextOf(html: string): string {
  if (!/[<&]/.test(html)) return collapse(html);
  const parts: string[] = [];
  let dropped = "";
  readTokens(html, {
    tag: ({ tagName, selfClosing }, isStart) => {
      if (dropped !== "") {
        if (!isStart && tagName === dropped) dropped = "";
        return;
      }
      if (isStart && !selfClosing && droppedTags.has(tagName) && tagName !== "base" && tagName !== "link")
        dropped = tagName === "meta" || tagName === "embed" ? "" : tagName;
      if (!inlineTags.has(tagName)) parts.push(" ");
    },
    text: (characters) => {
      if (dropped === "") parts.push(characters);
    },
  });
  return collapse(parts.join(""));
}

/** The start of a text, cut between words where there are any. */
export function cutAtWord(text: string, most: number): string {
  const points = Array.from(text.slice(0, (most + 1) * 2));
  if (points.length <= most) return text;
  const start = points.slice(0, most - 1).join("");
  const space = start.lastIndexOf(" ");
  return `${(space > start.length - 40 && space > 0 ? start.slice(0, space) : start).trimEnd()}…`;
}
