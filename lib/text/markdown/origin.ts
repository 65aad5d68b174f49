/** An insertion into a text before parsing: its place in the parsed text, and its length. */
export type Insertion = { at: number; length: number };

/** The cells of one row of a table. */
export type Row = { line: number; cells: string[] };

/** The content of a token and its source lines; of a cell, also its row and index. */
export type Passage = {
  content: string;
  lines: readonly [from: number, to: number];
  cell?: { row: Row; index: number };
};

type Run = { at: number; from: number };

const lineEnd = /\r\n?|\n/g;
/** A cell as written: the parser removes backslashes before bars. */
const escapeBars = (content: string): string => content.replaceAll("|", "\\|");

/** The last of these at or before this place. */
function lastUpTo<T extends { at: number }>(items: readonly T[], at: number): T | undefined {
  let [low, high] = [-1, items.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((items[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return items[low];
}

/** Maps offsets of the parsed text to the author's, whatever precedes the lines (marks of quotes and lists). */
export class Origin {
  readonly #text: string;
  /** The place of each insertion, and the total length inserted so far. */
  readonly #inserted: { at: number; length: number }[] = [];
  readonly #shift: number;
  readonly #lines: [from: number, to: number][] = [];
  readonly #runs = new WeakMap<Passage, Run[]>();
  readonly #cells = new WeakMap<Row, number[]>();

  /** `shift`: the number of characters before the parsed text. */
  constructor(text: string, insertions: readonly Insertion[], shift: number) {
    this.#text = text;
    this.#shift = shift;
    let total = 0;
    for (const { at, length } of insertions) this.#inserted.push({ at, length: (total += length) });
    let from = 0;
    for (const { 0: end, index } of text.matchAll(lineEnd)) {
      this.#lines.push([from, index]);
      from = index + end.length;
    }
    this.#lines.push([from, text.length]);
  }

  /** The place of a piece of content in the author's text; undefined where it is not contiguous there. */
  find(passage: Passage, [from, to]: readonly [number, number]): [number, number] | undefined {
    const { content } = passage;
    const [begin, end] = passage.cell
      ? this.#inCell(passage.content, passage.cell, from, to)
      : [this.#inLines(passage, from), this.#inLines(passage, to)];
    const written = passage.cell ? escapeBars(content.slice(from, to)) : content.slice(from, to);
    return this.#text.slice(begin, end).replaceAll("\0", "\uFFFD") === written
      ? [this.#source(begin), this.#source(end)]
      : undefined;
  }

  /** The place of a piece of a line in the author's text. */
  inLine(line: number, [from, to]: readonly [number, number]): [number, number] {
    const [start] = this.#lines[line] ?? [0];
    return [this.#source(start + from), this.#source(start + to)];
  }

  #inLines(passage: Passage, at: number): number {
    const runs = this.#runs.get(passage) ?? this.#align(passage);
    const run = lastUpTo(runs, at) ?? runs[0];
    return run ? run.from + at - run.at : 0;
  }

  /** Lines of the content are ends of lines of the text, so their ends have the same place. */
  #align(passage: Passage): Run[] {
    const lines = passage.content.replace(/\n$/, "").split("\n");
    const runs: Run[] = [];
    let at = 0;
    for (const [index, line] of lines.entries()) {
      const [from, to] = this.#lines[passage.lines[1] - lines.length + index] ?? [0, 0];
      const text = line.trimStart();
      const before = line.length - text.length;
      const whole = this.#text.slice(from, to).replaceAll("\0", "\uFFFD");
      runs.push({ at: at + before, from: from + whole.lastIndexOf(text) });
      at += line.length + 1;
    }
    this.#runs.set(passage, runs);
    return runs;
  }

  #inCell(content: string, { row, index }: NonNullable<Passage["cell"]>, from: number, to: number): [number, number] {
    const cells = this.#cells.get(row) ?? this.#cellsOf(row);
    const start = cells[index] ?? 0;
    return [start + escapeBars(content.slice(0, from)).length, start + escapeBars(content.slice(0, to)).length];
  }

  #cellsOf(row: Row): number[] {
    const [from, to] = this.#lines[row.line] ?? [0, 0];
    const line = this.#text.slice(from, to).replaceAll("\0", "\uFFFD");
    let at = 0;
    const starts = row.cells.map((cell) => {
      const written = escapeBars(cell);
      const start = Math.max(at, line.indexOf(written, at));
      at = start + written.length;
      return from + start;
    });
    this.#cells.set(row, starts);
    return starts;
  }

  #source(at: number): number {
    return at + this.#shift - (lastUpTo(this.#inserted, at)?.length ?? 0);
  }
}
