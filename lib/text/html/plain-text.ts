import type { Element } from "hast";
import { collapse } from "../plain";
import { droppedTags, element, inlineTags } from "./elements";
import { formulaWords } from "./formula-words";
import { readTokens } from "./html-tokens";

/** Elements that are nested deeper in a formula are read as if they stood in the one around them. */
const MAX_DEPTH = 100;

/** Puts a formula together from its tags; returns its words at its end. */
function formulaReader() {
  let open: Element[] = [];
  return {
    isOpen: () => open.length > 0,
    start(tagName: string, selfClosing: boolean): void {
      const started = element(tagName, {});
      open.at(-1)?.children.push(started);
      if (!selfClosing && open.length < MAX_DEPTH) open.push(started);
    },
    text(value: string): void {
      open.at(-1)?.children.push({ type: "text", value });
    },
    end(tagName: string): string {
      const at = tagName === "math" ? 0 : open.findLastIndex((each) => each.tagName === tagName);
      const [whole] = open;
      if (at !== -1) open = open.slice(0, at);
      return at === 0 && whole ? formulaWords(whole) : "";
    },
  };
}

/** The words of HTML on one line, without tags, entities decoded, and with formulas as one says them. */
export function plainTextOf(html: string): string {
  if (!/[<&]/.test(html)) return collapse(html);
  const parts: string[] = [];
  const formula = formulaReader();
  let dropped = "";
  readTokens(html, {
    tag: ({ tagName, selfClosing }, isStart) => {
      if (dropped !== "") {
        if (!isStart && tagName === dropped) dropped = "";
        return;
      }
      if (formula.isOpen() || (isStart && tagName === "math")) {
        if (isStart) formula.start(tagName, selfClosing);
        else parts.push(formula.end(tagName));
        return;
      }
      if (isStart && !selfClosing && droppedTags.has(tagName) && tagName !== "base" && tagName !== "link")
        dropped = tagName === "meta" || tagName === "embed" ? "" : tagName;
      if (!inlineTags.has(tagName)) parts.push(" ");
    },
    text: (characters) => {
      if (formula.isOpen()) formula.text(characters);
      else if (dropped === "") parts.push(characters);
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
