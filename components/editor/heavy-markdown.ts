import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import type { Extension } from "@codemirror/state";

/**
 * Characters without an empty line between them, and empty lines in a row, that are read: the parser takes square time
 * within a block, without a pause. 200 KB of a text had the editor of whoever opened it stand still for a minute.
 */
const [LONGEST_BLOCK, MOST_EMPTY] = [30_000, 1_000];
/** Blanks in what still is an empty line. */
const MOST_BLANKS = 1_000;

/** Whether the parser would take seconds over a part of a text. */
export function isHeavy(text: string): boolean {
  let [block, empty] = [0, 0];
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = text.indexOf("\n", from);
    const line = text.slice(from, to < 0 ? undefined : to);
    const isEmpty = line.length <= MOST_BLANKS && line.trim() === "";
    [block, empty] = isEmpty ? [0, empty + 1] : [block + line.length + 1, 0];
    if (block > LONGEST_BLOCK || empty > MOST_EMPTY) return true;
  }
  return false;
}

const nothing = markdownLanguage.parser.parse("");

/** Markdown for the editor; a text that is heavy stays as it is written, without colours. */
export const carefulMarkdown = (): Extension =>
  markdown({
    base: markdownLanguage,
    completeHTMLTags: false,
    pasteURLAsLink: true,
    extensions: {
      wrap: (inner, input) =>
        isHeavy(input.read(0, input.length))
          ? { advance: () => nothing, parsedPos: input.length, stopAt: () => undefined, stoppedAt: null }
          : inner,
    },
  });
