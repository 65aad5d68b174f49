import { Left } from "../../core/sender";

/**
 * Somebody's turn to have something made; `of` names their line, and `hasLeft` says whether they still wait for it.
 * `counts`: that it is made is counted for them, and may be refused, so that only those of their line wait for the same.
 */
export type Turn = {
  of: string;
  take: <T>(work: () => Promise<T>) => Promise<T>;
  /** About how much goes before what their line takes now. */
  before: () => number;
  hasLeft: () => boolean;
  counts?: boolean;
};

/** Nobody who was in line for this came to begin it. */
class NotBegun extends Error {
  constructor(
    readonly of: ReadonlySet<string>,
    readonly refusal: Error,
  ) {
    super("Nobody began this.");
  }
}

/**
 * The lines in which one answer waits: more than one sender has, and few enough that a crowd fills no line. Whoever would
 * come before all of these has it wait in one more: some always ask first, who stand at the ends of long lines of their own.
 */
const USUAL_LINES = 4;

/**
 * An answer that is made once for all who wait for it, in the first turn that any of them has: whoever asked first may
 * stand at the end of a long line of their own, or be refused there.
 */
export class JointMaking<T> {
  /** The answer, once it is made. */
  readonly made: Promise<T>;
  #end!: (made: Promise<T>) => void;
  #fail!: (error: NotBegun) => void;
  /** With how much went before each. */
  readonly #lines = new Map<string, number>();
  readonly #refused = new Set<string>();
  #isBegun = false;

  constructor(private readonly make: () => Promise<T>) {
    this.made = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Whoever joins gets its failure.
    this.made.catch(() => undefined);
  }

  /** Whether it is being made, so that it may hold what was true before a change. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /**
   * Waits for it, in a line of one's own as well; without a turn it begins now. Null: nobody began it, and it is to be
   * asked for anew.
   */
  async join(turn?: Turn): Promise<T | null> {
    const own: { refusal?: Error } = {};
    if (!turn) void this.#begin();
    else if (!this.#isBegun && !this.#lines.has(turn.of)) this.#wait(turn, own);
    try {
      return await this.made;
    } catch (error) {
      if (!(error instanceof NotBegun)) throw error;
      if (own.refusal !== undefined) throw own.refusal;
      // Thousands may have left: if each asked anew and found so in its own turn, all others would ask again each time.
      if (turn?.hasLeft()) throw new Left();
      // Of a line that is too long, all who stand in it are refused.
      if (turn && error.of.has(turn.of) && !(error.refusal instanceof Left)) throw error.refusal;
      return null;
    }
  }

  #begin(): Promise<T> {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#end(this.make());
    }
    return this.made;
  }

  #wait({ of, take, before }: Turn, own: { refusal?: Error }): void {
    const place = before();
    // The last of those who come anew goes next, whoever of them asked first.
    if (place > 0 && this.#lines.size >= USUAL_LINES && place >= Math.min(...this.#lines.values())) return;
    this.#lines.set(of, place);
    take(async () => {
      if (!this.#isBegun) await this.#begin();
    }).catch((thrown: unknown) => {
      // Whoever began it gets its failure with all others.
      if (this.#isBegun) return;
      const refusal = thrown instanceof Error ? thrown : new Error(String(thrown));
      own.refusal = refusal;
      this.#lines.delete(of);
      this.#refused.add(of);
      if (this.#lines.size === 0) this.#fail(new NotBegun(this.#refused, refusal));
    });
  }
}
