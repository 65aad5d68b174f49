import type { RequestListener, ServerResponse } from "node:http";
import { refuseForNow, restoring } from "./answers/unavailable";

/** Stands before everything else: lets requests pass, or answers that the site is being restored. */
export class Gate {
  readonly #running = new Set<ServerResponse>();
  #isClosed = false;

  /** How many requests are being answered. */
  readonly underWay = (): number => this.#running.size;

  /** Lets requests through to `next` while it is open. */
  before =
    (next: RequestListener): RequestListener =>
    (req, res) => {
      if (this.#isClosed) return refuseForNow(req, res, restoring);
      next(req, res);
      // Most answers come from memory, and nothing of them is left to wait for.
      if (res.writableEnded || res.closed) return;
      this.#running.add(res);
      res.once("close", () => this.#running.delete(res));
    };

  /** Lets no further request pass, and waits for the running ones; those that take too long are ended. */
  async close(mostMs: number): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#running].map((res) => new Promise<void>((resolve) => res.once("close", resolve)));
    const late = setTimeout(() => {
      for (const res of this.#running) res.destroy();
    }, mostMs);
    await Promise.all(ends);
    clearTimeout(late);
  }

  open(): void {
    this.#isClosed = false;
  }
}
