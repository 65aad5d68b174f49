/** The streams of a command: a terminal, or pipes. */
export type Keyboard = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };
type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type Streams = { stdin: Keyboard; stdout: Stream; stderr: Stream };

const BAR = 24;
/** Milliseconds between two drawings of the bar. */
const REDRAW_MS = 80;
const ETA_AFTER_MS = 1500;

/** Lines without control characters: file names and texts come from strangers and could steer a terminal. */
const steady = (lines: string): string => lines.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");

/** A stranger's text within a line, which it cannot end, with nothing in it that is not seen. */
export const printable = (text: string): string => text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");

const count = (n: number): string => n.toLocaleString("en-US");

/** A number with its noun, such as `1 post` or `2 posts`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** The output of a command: lines for people, or one JSON object for programs (`--json`). */
export class Output {
  readonly keyboard: Keyboard;
  readonly #out: Stream;
  readonly #err: Stream;
  #bar = "";
  #drawn = 0;

  constructor(
    readonly json: boolean,
    streams: Streams = process,
  ) {
    this.keyboard = streams.stdin;
    this.#out = streams.stdout;
    this.#err = streams.stderr;
  }

  /** Whether progress is shown as a bar; on a terminal only. */
  get hasBar(): boolean {
    return !this.json && this.#err.isTTY === true;
  }

  /** A line for people. */
  line(text = ""): void {
    if (this.json) return;
    this.#clear();
    this.#out.write(`${steady(text)}\n`);
    this.#draw();
  }

  /** A line about a fault, for people. */
  problem(text: string): void {
    if (this.json) return;
    this.#clear();
    this.#err.write(`${steady(text)}\n`);
  }

  /** A question at the terminal; the cursor stays behind it. */
  question(text: string): void {
    this.#err.write(steady(text));
  }

  /** The result, for programs. */
  result(value: unknown): void {
    if (this.json) this.#out.write(`${JSON.stringify(value)}\n`);
  }

  /** Shows progress on a terminal; returns a function to call at each step. */
  progress(label: string, total: number): { step: () => void; end: () => void } {
    if (!this.hasBar || total === 0) return { step: () => undefined, end: () => undefined };
    let done = 0;
    const { show, end } = this.measure(count);
    show(label, done, total);
    return {
      step: () => {
        done += 1;
        show(label, done, total);
      },
      end,
    };
  }

  /** Shows how much is done of how much, as `write` says it; a total of 0 is not known yet. */
  measure(write: (amount: number) => string): {
    show: (label: string, done: number, total: number) => void;
    end: () => void;
  } {
    const end = () => {
      this.#clear();
      this.#bar = "";
    };
    if (!this.hasBar) return { show: () => undefined, end };
    const start = Date.now();
    let shown = "";
    const show = (label: string, done: number, total: number) => {
      const now = Date.now();
      if (label === shown && done < total && now - this.#drawn < REDRAW_MS) return;
      [this.#drawn, shown] = [now, label];
      const full = total === 0 ? 0 : Math.round((done / total) * BAR);
      // The first file takes the longest, so an estimate after it would be far too high.
      const left =
        now - start < ETA_AFTER_MS || done === 0 || done === total
          ? ""
          : `, ${Math.ceil((((now - start) / done) * (total - done)) / 1000)} s left`;
      const bar = `${"█".repeat(full)}${"░".repeat(BAR - full)} ${write(done)} of ${write(total)}${left}`;
      this.#clear();
      this.#bar = steady(`${label}${total === 0 ? " …" : ` ${bar}`}`).slice(
        0,
        Math.max(20, (this.#err.columns ?? 80) - 1),
      );
      this.#draw();
    };
    return { show, end };
  }

  #clear(): void {
    if (this.#bar) this.#err.write("\r\u001B[K");
  }

  #draw(): void {
    if (this.#bar) this.#err.write(this.#bar);
  }
}
