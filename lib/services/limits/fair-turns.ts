import { holdingTurn, lineOf } from "../../core/held-turns";
import { type Asker, Left } from "../../core/sender";
import { recent } from "./recent";
import { type Bounds, Turns, type Waits } from "../../core/turns";
import { busy } from "../../core/waiting-line";

/** How many networks of strangers are remembered with what they have had. */
const MOST_NETWORKS = 20_000;

/**
 * What a person who reads has in a minute. Nobody who had less goes before them for that: whoever comes anew, and wants
 * hundreds, would have as many first as they had.
 */
const USUAL = 20;

/**
 * What whoever comes anew has before all others: a page with a form, the check of what it sends, the answer, and the page
 * to which that leads. With the first one alone, 50 networks that had as much as people have kept each further one waiting
 * for a page of each of them.
 */
const VISIT = 4;

/** How many others wait where a crowd does: whoever comes a moment later would wait for the rest of one of theirs. */
const CROWD = 4;

const knownLine = (name: string): string => `known ${name}`;

/**
 * Turns between all who want work done. Each that is known has its own, and one of the strangers comes after each round,
 * since there may be any number of them. Of strangers, whoever comes anew goes first and is refused last, of several
 * the last and the first alternately, then those who have had little lately, in turns, then whoever has had less.
 */
export class FairTurns {
  readonly #all: Turns;
  readonly #strangers: Turns;
  readonly #had;
  readonly #usual;
  readonly #visit;
  readonly #retryAfter;
  readonly #inParts;
  /** Whether what runs is done in parts, and nobody has gone in between yet. */
  #letsOneIn = false;

  /**
   * `remembered`: for how long it counts what a network has had, in milliseconds. `mostKnown`: the most work that waits for
   * those who are known, for however long; otherwise as much as for strangers, and for as long. `usual`: what somebody has
   * in that time who wants no more than others; `visit`: how much of that whoever comes anew has first.
   * `inParts`: of work that is done one by one, that of those who had much is done in parts, and whoever comes before them
   * goes in between; also that of strangers who come anew, where a crowd waits.
   */
  constructor({
    remembered,
    mostKnown,
    usual = USUAL,
    visit = VISIT,
    inParts = false,
    ...bounds
  }: Omit<Bounds, "had"> & {
    remembered: number;
    mostKnown?: number;
    usual?: number;
    visit?: number;
    inParts?: boolean;
  }) {
    this.#usual = usual;
    this.#visit = visit;
    this.#inParts = inParts;
    this.#retryAfter = bounds.retryAfter;
    this.#had = recent<number>(MOST_NETWORKS, { ttl: remembered, noUpdateTTL: true });
    const { longestMs, ...ofKnown } = bounds;
    this.#all = new Turns({
      ...ofKnown,
      ...(mostKnown === undefined ? longestMs !== undefined && { longestMs } : { mostWaiting: mostKnown }),
    });
    this.#strangers = new Turns({
      ...bounds,
      had: (network) => this.#rankOf(this.#had.get(network) ?? 0),
      fromBothEnds: true,
    });
  }

  #rankOf(had: number): number {
    return had < this.#visit ? 0 : Math.max(1, had - this.#usual);
  }

  /** The number that waits. */
  get waiting(): number {
    return this.#all.waiting + this.#strangers.waiting;
  }

  /** About how much goes before what somebody takes now: their own that waits, and of a network what it had beyond the usual. */
  before(asker: Asker): number {
    if ("known" in asker) return this.#all.waitingOf(knownLine(asker.known));
    const line = lineOf(asker.stranger);
    const own = this.#strangers.waitingOf(line);
    return own + this.#rankOf((this.#had.get(line) ?? 0) + own);
  }

  /** From now on has it count for so many milliseconds what this network has had, and will have. */
  remember(stranger: string, ms: number): void {
    const line = lineOf(stranger);
    this.#had.set(line, Math.max(this.#had.get(line) ?? 0, this.#visit), { ttl: ms, noUpdateTTL: false });
  }

  /**
   * Refuses with `unavailable` where too much waits for another work of the asker: what comes before it, such as counting
   * it, is not to be done for nothing.
   */
  requireRoom(asker: Asker): void {
    if ("known" in asker || !this.#strangers.refuses(asker.stranger)) return;
    const line = lineOf(asker.stranger);
    this.#had.set(line, Math.max((this.#had.get(line) ?? 0) + 1, this.#visit));
    throw busy(this.#retryAfter);
  }

  /**
   * Does work when it is the asker's turn; refuses with `unavailable` where too many wait, and what nobody waits for any
   * more. Work is told whether it is done in parts.
   */
  async take<T>(
    asker: Asker,
    work: (inParts: boolean) => Promise<T>,
    { hasLeft = () => false }: Waits = {},
  ): Promise<T> {
    const waits = { since: performance.now(), hasLeft };
    const hadMuch = this.#inParts && this.before(asker) > 0;
    // One only: work into which each newcomer goes would never end.
    const isBetween = this.#letsOneIn && !hadMuch;
    const begin = async () => {
      const isInCrowd = this.#inParts && "stranger" in asker && this.waiting >= CROWD;
      const inParts = hadMuch || (isInCrowd && !isBetween);
      this.#letsOneIn = inParts;
      try {
        return await work(inParts);
      } finally {
        this.#letsOneIn = false;
      }
    };
    const inTurn = (line: string) => (isBetween ? holdingTurn(begin) : this.#all.take(line, begin, waits));
    if ("known" in asker) return inTurn(knownLine(asker.known));
    const { stranger } = asker;
    const line = lineOf(stranger);
    let isCounted = false;
    const count = (least = 0) => {
      if (!isCounted) this.#had.set(line, Math.max((this.#had.get(line) ?? 0) + 1, least));
      isCounted = true;
    };
    const counted = () => {
      count();
      return inTurn("strangers");
    };
    try {
      return await (isBetween ? counted() : this.#strangers.take(stranger, counted, waits));
    } catch (error) {
      // Whoever was refused comes anew no more: a crowd that asks again and again would always be the last to come.
      count(error instanceof Left ? 0 : this.#visit);
      throw error;
    }
  }
}
