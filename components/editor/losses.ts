import type { Element, Root } from "hast";
import { classesOf } from "../../lib/text/html/elements";
import { parseHtml } from "../../lib/text/html/parse-html";

/** Something that readers see in one rendering and not in another: an element or an alignment, and how many. */
type Loss = { tag: string; count: number };
export type Losses = { elements: Loss[]; isWordsDifferent: boolean };

/** Elements that look the same. */
const synonyms: Record<string, string> = { b: "strong", i: "em", s: "del", strike: "del" };
/** Elements that mark words. What they mark counts, not how many of them do it. */
const marks = new Set(
  "a abbr bdi bdo cite code data del dfn em ins kbd mark q samp small strong sub sup time u var".split(" "),
);
/** What stands around others for the sake of layout; a line without a paragraph becomes one. */
const unseen = new Set(["p", "thead", "tbody", "span", "label", "wbr"]);

type Seen = { elements: Map<string, number>; marked: Map<string, number>; words: string };

function seenIn(html: string): Seen {
  const seen: Seen = { elements: new Map(), marked: new Map(), words: "" };
  const add = (to: Map<string, number>, name: string, count: number) => to.set(name, (to.get(name) ?? 0) + count);
  const look = (parent: Root | Element, around: ReadonlySet<string>) => {
    for (const node of parent.children) {
      if (node.type === "text") {
        const words = node.value.replace(/\s+/g, "");
        seen.words += words;
        for (const name of around) add(seen.marked, name, words.length);
      }
      if (node.type !== "element") continue;
      const classes = classesOf(node).map(String);
      const tag = synonyms[node.tagName] ?? node.tagName;
      // What a rendering adds by itself is no part of a text.
      if (classes.includes("anchor")) continue;
      if (!unseen.has(tag) && !classes.includes("table-scroll")) add(seen.elements, tag, 1);
      for (const name of classes.filter((each) => each.startsWith("align-"))) add(seen.elements, name, 1);
      const name = tag === "a" ? `a ${String(node.properties.href)}` : tag;
      // A picture may be a link, too.
      if (tag === "img") for (const each of around) add(seen.marked, each, 1);
      look(node, marks.has(tag) ? new Set([...around, name]) : around);
    }
  };
  look(parseHtml(html), new Set());
  return seen;
}

/** What is lost from one rendering to the other. */
export function lossesBetween(before: string, after: string): Losses {
  const [was, is] = [seenIn(before), seenIn(after)];
  const fewer = (tag: string) => (was.elements.get(tag) ?? 0) - (is.elements.get(tag) ?? 0);
  const lost = new Map<string, number>();
  for (const tag of was.elements.keys()) if (!marks.has(tag) && fewer(tag) > 0) lost.set(tag, fewer(tag));
  for (const [name, length] of was.marked) {
    const [tag = ""] = name.split(" ");
    if (length > (is.marked.get(name) ?? 0)) lost.set(tag, Math.max(1, fewer(tag)));
  }
  return {
    elements: [...lost].map(([tag, count]) => ({ tag, count })),
    isWordsDifferent: was.words !== is.words,
  };
}
