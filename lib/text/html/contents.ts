import { collapse } from "../plain";
import type { TocEntry } from "./headings";
import { readTokens } from "./html-tokens";

/** What stands in a formula beside what is shown of it. */
const UNSEEN = "annotation";

/**
 * The table of contents of a stored text, read from its HTML: to render its source once more may take seconds, while others
 * wait for the turn in which its page is made.
 */
export function contentsIn(html: string): TocEntry[] {
  const toc: TocEntry[] = [];
  let open: { entry: TocEntry; tagName: string } | null = null;
  let unseen = 0;
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      if (tagName === UNSEEN) unseen += isStart ? 1 : -1;
      if (tagName === "br" && open !== null) open.entry.text += " ";
      const depth = Number(/^h([1-4])$/.exec(tagName)?.[1]);
      if (isStart && depth > 0) {
        const id = attrs.find(({ name }) => name === "id")?.value ?? "";
        open = { entry: { id, text: "", depth }, tagName };
      } else if (!isStart && tagName === open?.tagName) {
        const text = collapse(open.entry.text);
        if (text !== "" && open.entry.id !== "") toc.push({ ...open.entry, text });
        open = null;
      }
    },
    text: (characters) => {
      if (open !== null && unseen === 0) open.entry.text += characters;
    },
  });
  return toc;
}
