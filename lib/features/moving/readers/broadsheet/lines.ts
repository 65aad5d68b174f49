import { createInterface } from "node:readline";
import type { Archive } from "../../../../services/archives/reading";

/** A line of a data file; what is no object is null. */
export type Line = Readonly<Record<string, unknown>>;

function parsed(text: string): Line | null {
  try {
    // A key `__proto__` is plain data: `JSON.parse` makes it one, and nothing here copies by assignment.
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Line) : null;
  } catch {
    return null;
  }
}

/** The lines of a file below `data/`; nothing where there is none. */
export async function* linesOf(archive: Archive, name: string): AsyncGenerator<Line | null> {
  const path = `data/${name}.jsonl`;
  if (!archive.files.has(path)) return;
  const input = await archive.read(path);
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next: IteratorResult<string, undefined> = await Promise.race([lines.next(), failed]);
      if (next.done) return;
      if (next.value !== "") yield parsed(next.value);
    }
  } finally {
    input.destroy();
  }
}

/** Lines that belong to records by number, in the order of those numbers, read as far as they are asked for. */
export class LinesBelow {
  readonly #lines: AsyncGenerator<Line | null>;
  #next: Line | null | undefined;

  constructor(
    archive: Archive,
    name: string,
    private readonly belongs: (line: Line) => boolean,
    private readonly column: string,
  ) {
    this.#lines = linesOf(archive, name);
  }

  async #peek(): Promise<Line | null> {
    while (this.#next === undefined) {
      const next: IteratorResult<Line | null, void> = await this.#lines.next();
      if (next.done) this.#next = null;
      else if (next.value && this.belongs(next.value)) this.#next = next.value;
    }
    return this.#next;
  }

  /** The lines of a record; those of records before it are passed over. */
  async *of(id: number): AsyncGenerator<Line> {
    for (let line = await this.#peek(); line !== null; line = await this.#peek()) {
      const at = Number(line[this.column]);
      if (at > id) return;
      this.#next = undefined;
      if (at === id) yield line;
    }
  }

  /** The same as a list. */
  async all(id: number): Promise<Line[]> {
    const found: Line[] = [];
    for await (const line of this.of(id)) found.push(line);
    return found;
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}
