import { setTimeout as wait } from "node:timers/promises";

/** The traffic of the server, for work that waits for a quiet moment. */
export class Traffic {
  #asked = 0;

  /**
   * `underWay`: how many requests are being answered; `share`: the part of each pause that is really waited, of which
   * tests of what comes after a pause give 0.
   */
  constructor(
    private readonly underWay: () => number,
    private readonly share = 1,
  ) {}

  /** Notes a request from outside. */
  note(): void {
    this.#asked += 1;
  }

  /**
   * Resolves once no request has come for so long and none is being answered, and after the longest wait in any case.
   * Milliseconds.
   */
  async pause(quiet: number, longest: number): Promise<void> {
    const until = performance.now() + longest * this.share;
    let before: number;
    do {
      before = this.#asked;
      await wait(quiet * this.share, undefined, { ref: false });
    } while ((this.#asked !== before || this.underWay() > 0) && performance.now() < until);
  }
}
