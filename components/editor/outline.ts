/** A heading of a text, with the line it stands on (from 1). */
export type Heading = { line: number; depth: number; text: string };

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Calls `each` with every line that is not part of a code block. */
export function eachTextLine(text: string, each: (line: string, number: number) => void): void {
  let open = "";
  text.split("\n").forEach((line, at) => {
    const mark = fence.exec(line)?.[1] ?? "";
    if (open !== "") {
      if (mark.startsWith(open)) open = "";
    } else if (mark !== "") open = mark;
    else each(line, at + 1);
  });
}

/** The headings of a Markdown text, those written with `#`. */
export function outlineOf(text: string): Heading[] {
  const headings: Heading[] = [];
  eachTextLine(text, (line, number) => {
    const [, marks = "", title = ""] = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/.exec(line) ?? [];
    if (title !== "") headings.push({ line: number, depth: marks.length, text: title.replace(/[*_`~]|\[|\]\([^)]*\)/g, "") });
  });
  return headings;
}

const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** Words of a text as they are counted while writing; a CJK character is one. The server counts those of the finished page. */
export function countWords(text: string): number {
  let count = 0;
  eachTextLine(text, (line) => {
    count += line.replace(/\]\([^)]*\)/g, "] ").match(words)?.length ?? 0;
  });
  return count;
}
