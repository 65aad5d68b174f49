import { element, rootOf } from "../html/elements";
import { writeHtml } from "../html/write-html";
import { collapse, countWords, excerptOf } from "../plain";
import { MAX_HTML, type Rendered } from "./source";

/** The longest way to write a character of a text. */
const LONGEST_ENTITY = "&#x3C;".length;

/**
 * What is left of HTML from elsewhere that cannot be sanitised within the limits: one paragraph of its words, in time that
 * grows with its length alone. What looks like a tag is left out for readers' sake; that nothing is one is up to the writer.
 */
export function wordsAlone(html: string): Rendered {
  const text = collapse(html.slice(0, MAX_HTML / LONGEST_ENTITY).replace(/<[^<>]*>/g, " "));
  const words = element("p", {}, [{ type: "text", value: text }]);
  return {
    html: text === "" ? "" : writeHtml(rootOf({ type: "root", children: [words] })),
    toc: [],
    text,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    addresses: [],
  };
}
