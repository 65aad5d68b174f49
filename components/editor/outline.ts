/** A heading of a text, with its line (from 1). */
export type Heading = { line: number; depth: number; text: string };

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Every line outside of code blocks, with its number. */
function* textLines(text: string): Generator<[line: string, number: number]> {
  let open = "";
  for (const [at, line] of text.split("\n").entries()) {
    const mark = fence.exec(line)?.[1] ?? "";
    if (open !== "") {
      if (mark.startsWith(open)) open = "";
    } else if (mark !== "") open = mark;
    else yield [line, at + 1];
  }
}

/** Calls `each` with every line outside of code blocks. */
export function eachTextLine(text: string, each: (line: string, number: number) => void): void {
  for (const [line, number] of textLines(text)) each(line, number);
}

/** The end of a link with its address, bounded in length. */
const linkEnd = /\]\([^)]{0,2000}\)/g;

const withoutMarks = (title: string): string => title.replace(linkEnd, "").replace(/[*_`~[]/g, "");

/** A heading's text without marks and blanks at its end. */
function withoutClosing(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return title.slice(0, end).trimEnd();
}

/** The headings of a Markdown text, those written with `#`. */
export function outlineOf(text: string): Heading[] {
  const headings: Heading[] = [];
  eachTextLine(text, (line, number) => {
    const [start, marks = ""] = /^ {0,3}(#{1,6})[ \t]/.exec(line) ?? [];
    const title = start === undefined ? "" : withoutClosing(line.slice(start.length));
    if (title !== "") headings.push({ line: number, depth: marks.length, text: withoutMarks(title) });
  });
  return headings;
}

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

const wordsIn = (line: string): number => line.replace(linkEnd, "] ").match(words)?.length ?? 0;

/**
 * Estimates the words of a text while writing; a CJK character is one. The server counts those of the rendered text.
 */
export function countWords(text: string): number {
  let count = 0;
  for (const [line] of textLines(text)) count += wordsIn(line);
  return count;
}

/** Milliseconds of counting between two pauses for keys. */
const SLICE = 4;

type Pause = (go: () => void) => () => void;

/** When the browser is idle; soon, where it cannot say. */
const whenIdle: Pause = (go) => {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(go, 30);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(go);
  return () => cancelIdleCallback(wish);
};

/** Counts the words of a long text in idle moments, in small steps; returns a function that stops it. */
export function countWordsIdly(text: string, done: (count: number) => void, pause: Pause = whenIdle): () => void {
  let stop = () => {};
  let [lines, count]: [ReturnType<typeof textLines> | null, number] = [null, 0];
  const go = () => {
    lines ??= textLines(text);
    for (const end = performance.now() + SLICE; performance.now() < end;) {
      const next = lines.next();
      if (next.done) return done(count);
      count += wordsIn(next.value[0]);
    }
    stop = pause(go);
  };
  stop = pause(go);
  return () => stop();
}
