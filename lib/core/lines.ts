/** Waiting items, in one line for each name; the lines take turns. */
export class Lines<T> {
  readonly #lines = new Map<string, T[]>();
  #length = 0;
  /**
   * The names by the length of their lines, from the first time that somebody asks for the longest until all are empty:
   * among thousands of lines it is found at once, and where nobody asks, nothing is kept.
   */
  #byLength: Set<string>[] | null = null;

  /** The number that waits in all lines together. */
  get length(): number {
    return this.#length;
  }

  /** The lines that are not empty; the first is next. */
  get all(): ReadonlyMap<string, readonly T[]> {
    return this.#lines;
  }

  join(name: string, one: T): void {
    const line = this.#lines.get(name) ?? [];
    line.push(one);
    this.#lines.set(name, line);
    this.#length += 1;
    this.#note(name, line.length - 1, line.length);
  }

  /** The longest line; of those as long, the one that is so for the longest time. */
  longest(): { name: string; length: number } | undefined {
    if (this.#length === 0) return undefined;
    if (this.#byLength === null) {
      this.#byLength = [];
      for (const [name, { length }] of this.#lines) (this.#byLength[length] ??= new Set()).add(name);
    }
    for (;;) {
      const [name] = this.#byLength.at(-1) ?? [];
      if (name !== undefined) return { name, length: this.#byLength.length - 1 };
      this.#byLength.pop();
    }
  }

  #note(name: string, from: number, to: number): void {
    this.#byLength?.[from]?.delete(name);
    if (this.#byLength && to > 0) (this.#byLength[to] ??= new Set()).add(name);
    if (this.#length === 0) this.#byLength = null;
  }

  /** Takes the first of the line whose turn it is, with the line's name. */
  next(): { name: string; one: T } | undefined {
    const [name] = this.#lines.keys();
    const one = name === undefined ? undefined : this.take(name, "first");
    return name === undefined || one === undefined ? undefined : { name, one };
  }

  /** Takes the first of a line, which then waits for all the others, or its last. */
  take(name: string, from: "first" | "last"): T | undefined {
    const line = this.#lines.get(name);
    const one = from === "first" ? line?.shift() : line?.pop();
    if (line === undefined || one === undefined) return undefined;
    this.#length -= 1;
    if (from === "first" || line.length === 0) this.#lines.delete(name);
    if (from === "first" && line.length > 0) this.#lines.set(name, line);
    this.#note(name, line.length + 1, line.length);
    return one;
  }
}

/** Takes from two kinds of lines alternately, so that whoever waits in one does not wait for the end of the other. */
export class Alternately<T> {
  #wasFirst = false;

  constructor(
    private readonly first: Lines<T>,
    private readonly others: Lines<T>,
  ) {}

  next(): { name: string; one: T } | undefined {
    const [one, other] = this.#wasFirst ? [this.others, this.first] : [this.first, this.others];
    const from = one.length > 0 ? one : other;
    this.#wasFirst = from === this.first;
    return from.next();
  }
}
