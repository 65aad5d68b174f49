import type { IncomingMessage, RequestListener } from "node:http";
import { isRead } from "../addresses/addresses";
import { Newcomers, NextTurn } from "./connections";
import { ServedLately } from "./served-lately";

/**
 * Milliseconds in which requests are answered as they come; those that come after them wait for the event loop's next turn.
 * What asks a PostgreSQL a dozen times waits for as many turns: a comment took 2.4 s under a flood with turns of 20 ms, and
 * kept all others waiting who write; with these it takes 0.5 s.
 */
export const LONGEST_TURN_MS = 5;

/** How a request that sends something waits for a turn once more. */
const waits = new WeakMap<object, () => Promise<void>>();

/**
 * Waits for a turn once more, after what a request was waiting for has come: hundreds may have held back the last bytes of
 * their bodies, and would all be answered in the one turn of the event loop in which these come.
 */
export const anotherTurn = async (req: object): Promise<void> => waits.get(req)?.();

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
  const waiting = new ServedLately<() => void>();
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
    if (waiting.length === 0) return;
    if (!hasTime()) return turn.plan();
    waiting.next()?.();
    // After all that an answer does without waiting, which counts as well.
    queueMicrotask(() => process.nextTick(answerNext));
  }

  /** Whether an answer that begins now keeps nobody waiting. */
  const isFree = (): boolean => waiting.length === 0 && !newcomers.isComing && hasTime();
  /** Does it in a turn of a network. */
  const wait = (req: IncomingMessage, work: () => void, wasNew?: boolean): void => {
    waiting.join(networkOf(req), work, wasNew);
    turn.plan();
  };

  return (req, res) => {
    if (!isRead(req.method) || req.headers["content-length"] !== undefined) {
      // Both turns are of one answer: for the first one alone, its network would wait behind all that were served lately.
      const wasNew = waiting.isNew(networkOf(req)) || undefined;
      waits.set(req, () => new Promise((begin) => (isFree() ? begin() : wait(req, begin, wasNew))));
    }
    if (!isFree())
      wait(req, () => {
        if (!res.destroyed) answer(req, res);
      });
    else if (!res.destroyed) answer(req, res);
  };
}
