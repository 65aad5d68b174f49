import type { IncomingMessage, RequestListener } from "node:http";
import { Alternately, Lines } from "../core/lines";
import { Newcomers, NextTurn } from "./connections";
import { recent } from "../services/limits/recent";

/** Milliseconds in which requests are answered as they come; those that come after them wait for the event loop's next turn. */
export const LONGEST_TURN_MS = 20;
/** Networks that were answered lately, for how many milliseconds that counts, and the most that are remembered. */
const [LATELY_MS, MOST_NETWORKS] = [1_000, 20_000];

/**
 * Answers requests as they come while they are few. Where many come at once, networks take turns, and every second
 * answer is for one that was not answered lately: whoever has thousands of connections waits for those, and others do not. In between,
 * connections are taken and read.
 */
export function inFairTurns(
  answer: RequestListener,
  networkOf: (req: IncomingMessage) => string,
  newcomers = new Newcomers(),
): RequestListener {
  const lately = recent<true>(MOST_NETWORKS, { ttl: LATELY_MS });
  const [first, others] = [new Lines<() => void>(), new Lines<() => void>()];
  const waiting = new Alternately(first, others);
  /** When the first answer since the last planned turn began; null before it. */
  let begun: number | null = null;

  const turn = new NextTurn(() => {
    begun = null;
    answerNext();
  }, newcomers);
  /** Whether there is time for another answer. A turn is planned when it is over: planning each would cost a tenth of a kept page. */
  const hasTime = (): boolean => {
    const now = performance.now();
    begun ??= now;
    return now - begun < LONGEST_TURN_MS;
  };
  function answerNext(): void {
    if (first.length + others.length === 0) return;
    if (!hasTime()) return turn.plan();
    const next = waiting.next();
    if (next) {
      lately.set(next.name, true);
      next.one();
    }
    // After all that an answer does without waiting, which counts as well.
    queueMicrotask(() => process.nextTick(answerNext));
  }

  return (req, res) => {
    if (first.length + others.length === 0 && !newcomers.isComing && hasTime()) return answer(req, res);
    const name = networkOf(req);
    (lately.has(name) ? others : first).join(name, () => {
      if (!res.destroyed) answer(req, res);
    });
    turn.plan();
  };
}
