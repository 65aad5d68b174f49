import { isGate, type Mark, withoutParts } from "../gated-parts";
import { codeBlocks } from "./template-tags";

// What authors write into a text for themselves, or for some readers only. It is looked for in the text as it is written,
// as each generator does, which replaces its tags before it reads Markdown.

/** Finds where such parts begin and end, in their order. */
export type HiddenMarks = (text: string, path: string) => Mark[];

/** Whether a tag hides what it encloses. */
const isHiding = (name: string): boolean =>
  isGate(name) ||
  name.split(/[-_/.]/).some((word) => /^(?:comments?|drafts?|todos?|passwords?|\w*crypt\w*)$/.test(word));

/** Marks of tags that have an end; one without shows something by itself. */
function withEnds(marks: readonly Mark[]): Mark[] {
  const lastEnds = new Map(marks.flatMap(({ name, isEnd, from }) => (isEnd ? [[name, from]] : [])));
  return marks.filter(({ name, isEnd, from }) => isEnd || (lastEnds.get(name) ?? -1) > from);
}

const inOrder = (marks: readonly Mark[]): Mark[] => marks.toSorted((a, b) => a.from - b.from);

/** Whether a place is in a block of code; places are asked for in their order. */
function inCodeOf(text: string): (at: number) => boolean {
  const blocks = codeBlocks(text);
  let next = 0;
  return (at) => {
    while (blocks[next] && (blocks[next]?.to ?? 0) <= at) next += 1;
    return (blocks[next]?.from ?? Infinity) <= at;
  };
}

/** How much of a line is looked at, in characters. */
const BEFORE = 200;

/** Whether a place is within backticks of its line, as far as these are in pairs. */
function inTicks(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (line.match(/`+/g)?.length ?? 0) % 2 === 1;
}

/** The marks of what stands between two signs, outside of code. */
function between(text: string, open: string, close: string, isShown = (_at: number) => false): Mark[] {
  const marks: Mark[] = [];
  if (!text.includes(open)) return marks;
  const inCode = inCodeOf(text);
  const next = (sign: string, from: number): number => {
    let at = text.indexOf(sign, from);
    while (at >= 0 && (inCode(at) || isShown(at))) at = text.indexOf(sign, at + sign.length);
    return at;
  };
  for (let at = 0; ;) {
    const from = next(open, at);
    const end = from < 0 ? -1 : next(close, from + open.length);
    if (end < 0) return marks;
    at = end + close.length;
    marks.push(
      { name: open, isEnd: false, from, to: from + open.length },
      { name: open, isEnd: true, from: end, to: at },
    );
  }
}

/** The comments of MDX, whatever made pages of it. */
const ofMdx: HiddenMarks = (text, path) => (/\.mdx$/i.test(path) ? between(text, "{/*", "*/}") : []);

/** Obsidian's comments. */
export const hiddenInPlain: HiddenMarks = (text, path) =>
  inOrder([...between(text, "%%", "%%", (at) => inTicks(text, at)), ...ofMdx(text, path)]);

const shortcode = /\{\{([<%])\s{0,9}(\/?)\s{0,9}([\w./-]{1,100})/g;

/** Shortcodes that hide what they enclose, such as by a password that stands in them. */
export const hiddenInHugo: HiddenMarks = (text, path) => {
  const marks: Mark[] = [];
  for (const { 1: sign, 2: slash, 3: written = "", index } of text.matchAll(shortcode)) {
    const name = written.toLowerCase();
    if (!isHiding(name)) continue;
    const end = text.indexOf(sign === "<" ? ">}}" : "%}}", index);
    if (end < 0) break;
    if (text[end - 1] !== "/") marks.push({ name, isEnd: slash === "/", from: index, to: end + 3 });
  }
  return inOrder([...withEnds(marks), ...ofMdx(text, path)]);
};

const tag = /\{%-?\s{0,9}(end)?([\w-]{1,100})/g;

/** Tags of a template language that hide what they enclose; what is raw is shown as it is. */
function tagsIn(text: string, hides: (name: string) => boolean): Mark[] {
  const marks: Mark[] = [];
  let isRaw = false;
  for (const { 1: isEnd, 2: name = "", index } of text.matchAll(tag)) {
    if (name === "raw") isRaw = isEnd === undefined;
    if (isRaw || !hides(name.toLowerCase())) continue;
    const end = text.indexOf("%}", index);
    if (end < 0) break;
    marks.push({ name: name.toLowerCase(), isEnd: isEnd !== undefined, from: index, to: end + 2 });
  }
  return withEnds(marks);
}

const ofKramdown = /\{::comment\b[^}\n]{0,200}\}|\{:\/(?:comment)?\}/g;

function commentsOfKramdown(text: string): Mark[] {
  if (!text.includes("{::comment")) return [];
  const inCode = inCodeOf(text);
  const marks = [...text.matchAll(ofKramdown)].flatMap(({ 0: all, index }) =>
    all.endsWith("/}") && all.startsWith("{::")
      ? []
      : [{ isEnd: all.startsWith("{:/"), from: index, to: index + all.length }],
  );
  return withEnds(marks.filter(({ from }) => !inCode(from)).map((mark) => ({ ...mark, name: "{::" })));
}

/** Comments of two kinds, and what was shown under a condition alone, which nobody knows here. */
export const hiddenInJekyll: HiddenMarks = (text, path) => {
  const isCondition = (name: string) => /^(?:if|unless|case|ifchanged)$/.test(name);
  return inOrder([
    ...tagsIn(text, (name) => isCondition(name) || isHiding(name)),
    ...commentsOfKramdown(text),
    ...ofMdx(text, path),
  ]);
};

/** Comments; themes have many tags that only fold something, with names like those that hide. */
export const hiddenInHexo: HiddenMarks = (text, path) =>
  inOrder([
    ...tagsIn(text, (name) => /^(?:comment|private|secret|protect\w*|password\w*|\w*crypt\w*)$/.test(name)),
    ...between(text, "{#", "#}"),
    ...ofMdx(text, path),
  ]);

/** A text without such parts where everybody is to read it; says what was done, or is to be done. */
export function openPartsOf(written: string, marks: readonly Mark[], isOpen: boolean, warnings: string[]): string {
  const { text, cut } = withoutParts(written, marks);
  if (cut > 0)
    warnings.push(
      isOpen
        ? `Parts that not every reader saw were cut out of it: ${cut}.`
        : "Parts of it were for some readers only; look at it before you publish it.",
    );
  return isOpen ? text : written;
}
