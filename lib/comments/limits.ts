import { LRUCache } from "lru-cache";
import { AppError } from "../core/errors";
import { shared } from "../core/shared";

const MINUTE_MS = 60_000;

/** So many times a minute for each name; the longest unused names are forgotten first. */
export class Rate {
  readonly #times = new LRUCache<string, number[]>({ max: 20_000, ttl: MINUTE_MS, updateAgeOnGet: false });

  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one, or refuses with `too_many` and the time until there is room again. */
  take(name: string): void {
    const now = this.now();
    const times = (this.#times.get(name) ?? []).filter((time) => time > now - MINUTE_MS);
    const [oldest] = times;
    if (times.length >= this.most && oldest !== undefined) {
      const retryAfter = Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
      throw new AppError("too_many", `These are too many comments in a short time. Please try again in ${retryAfter} seconds.`, { retryAfter });
    }
    this.#times.set(name, [...times, now]);
  }
}

/** What one network sends, whatever becomes of it. */
export const requests = shared("comment-requests", () => new Rate(60));

/** What is stored of what one network sends. */
export const accepted = shared("accepted-comments", () => new Rate(10));

/** What strangers write below one text, all of them together. */
export const acceptedBelow = shared("accepted-comments-below", () => new Rate(100));
