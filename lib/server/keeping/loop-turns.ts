/** Milliseconds from which on a turn of the event loop is a long one. */
const LONG_MS = 20;
/**
 * What passes after a long turn before another answer begins that waits: turns of the event loop, and a part of the time
 * that it took. Whoever connects and asks for what is kept or on the disk needs some seven turns, and each of them was as
 * long as an answer.
 */
const [CALM_TURNS, CALM_PART] = [8, 1 / 16];
/** The most milliseconds for which nothing begins, since others' answers may go on making turns long. */
const MOST_MS = 100;

/** Answers of one kind that wait to begin, in milliseconds: what the kind has had of the event loop, and what one of it takes. */
type Line = { waiting: (() => void)[]; had: number; usual: number };

/** Lets a turn of the event loop pass; returns the milliseconds that it took. */
async function nextTurn(): Promise<number> {
  const since = performance.now();
  await new Promise(setImmediate);
  return performance.now() - since;
}

/**
 * Has answers begin one by one, each in a turn of the event loop of its own: most are made without a pause, and whoever
 * connects would wait for several in each turn. Kinds share the event loop's time, not its turns: some take two
 * milliseconds and some three hundred, and in one line each of the short ones waited for a dozen of the long ones.
 */
export class LoopTurns {
  readonly #lines = new Map<object, Line>();
  /** What a kind had at the least that has just begun to wait: as much as the one that began last. */
  #least = 0;
  #isGoing = false;

  /** Waits for a turn in which an answer of this kind may begin, of which its length tells that it takes so many milliseconds. */
  async take(kind: object, expected = 0): Promise<void> {
    const line = this.#lines.get(kind) ?? { waiting: [], had: 0, usual: 0 };
    this.#lines.set(kind, line);
    line.usual = Math.max(line.usual, expected);
    if (line.waiting.length === 0) line.had = Math.max(line.had, this.#least);
    const begun = new Promise<void>((begin) => void line.waiting.push(begin));
    if (!this.#isGoing) void this.#go();
    await begun;
  }

  async #go(): Promise<void> {
    this.#isGoing = true;
    await nextTurn();
    for (let line = this.#next(); line; line = this.#next()) {
      this.#least = line.had;
      line.waiting.shift()?.();
      const took = Math.max(1, await this.#pass());
      line.had += took;
      line.usual += (took - line.usual) / 4;
    }
    this.#isGoing = false;
  }

  /** The kind that would have had the least after its next one. */
  #next(): Line | undefined {
    let first: Line | undefined;
    for (const line of this.#lines.values())
      if (line.waiting.length > 0 && (!first || line.had + line.usual < first.had + first.usual)) first = line;
    return first;
  }

  /** Lets a turn pass, and after a long one some that are short; returns the milliseconds that long ones took. */
  async #pass(): Promise<number> {
    let took = await nextTurn();
    if (took < LONG_MS) return took;
    let [turns, calm, left] = [CALM_TURNS, took * CALM_PART, Math.min(took, MOST_MS)];
    while (left > 0 && (turns > 0 || calm > 0) && this.#next()) {
      const ms = await nextTurn();
      left -= ms;
      if (ms < LONG_MS) [turns, calm] = [turns - 1, calm - ms];
      else [took, turns, calm] = [took + ms, CALM_TURNS, ms * CALM_PART];
    }
    return took;
  }
}
