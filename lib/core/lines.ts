/** Waiting items, in one line for each name; the lines take turns. */
export class Lines<T> {
  readonly #lines = new Map<string, T[]>();
  #length = 0;

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
