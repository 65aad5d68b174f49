import { setTimeout } from "node:timers/promises";
import { type Actor, isEditor, isStaff } from "../../core/access";
import { holdsTurn } from "../../core/held-turns";
import { shared } from "../../core/shared";
import { Rate } from "./rate";
import { tooMany } from "./together";

/** Seconds for which the long changes of an author may keep all that write waiting in two minutes; of one of them so many count. */
const [MOST_S, WINDOW_MS, MOST_OF_ONE_S] = [12, 2 * 60_000, 8];

/** What an author made too many of, for the refusal. */
const THINGS = "long changes";

const seconds = shared("seconds of long changes", () => new Rate(THINGS, MOST_S, Date.now, undefined, WINDOW_MS));

/** Milliseconds from which a change is long, how many times as long its author's next one waits, and of how much at the most. */
const [LONG_MS, REST, MOST_RESTED_MS] = [100, 2, 5_000];
/** Milliseconds that a change waits at the most: what would wait for longer is refused, and keeps nothing waiting. */
const MOST_WAIT_MS = 20_000;

/** When an author may change something again, and for how long each change that waits keeps the next one waiting. */
type Pace = { free: number; each: number };
const paces = shared("paces of authors", () => new Map<string, Pace>());

/** When the last one that wrote was done. */
const last = shared("the end of the last change", () => ({ end: -Infinity }));

/** The account of somebody who writes, but looks after nobody else's texts. */
const authorOf = (actor: Actor): string | null =>
  actor.id !== null && isStaff(actor) && !isEditor(actor) ? String(actor.id) : null;

/**
 * Waits while an author rests, whose changes are long: a text with sixty thousand different words, saved again and again
 * over a few connections, stopped the whole site. Changes that wait are made one by one, with a rest after each. Whoever
 * holds a turn that others wait for, such as with a comment, does not rest in it.
 */
export async function waitForRest(actor: Actor): Promise<void> {
  const author = authorOf(actor);
  const pace = author === null || holdsTurn() ? undefined : paces.get(author);
  if (!pace) return;
  const now = performance.now();
  const begins = Math.max(now, pace.free);
  if (begins - now > MOST_WAIT_MS) throw tooMany(THINGS, Math.ceil((begins - now) / 1000));
  pace.free = begins + pace.each;
  if (begins > now) await setTimeout(begins - now);
}

/** Notes how long a change of an author took. Short ones shorten the rests of those that follow step by step. */
function noteTaken(author: string, ms: number, now: number): void {
  const pace = paces.get(author) ?? { free: 0, each: 0 };
  if (ms >= LONG_MS) {
    const rested = Math.min(ms, MOST_RESTED_MS);
    pace.each = rested * (1 + REST);
    pace.free = Math.max(pace.free, now + rested * REST);
  } else pace.each /= 2;
  if (pace.each >= LONG_MS || pace.free > now) paces.set(author, pace);
  else paces.delete(author);
}

/** Writes, and counts the time that it takes of an author; not that in which it waits for the one before. */
export async function countingTime<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await write();
  } finally {
    const now = performance.now();
    const taken = now - Math.max(begun, last.end);
    last.end = now;
    const author = authorOf(actor);
    if (author !== null) {
      noteTaken(author, taken, now);
      for (let left = Math.min(Math.floor(taken / 1000), MOST_OF_ONE_S); left > 0; left -= 1) seconds.waitFor(author);
    }
  }
}

/**
 * Refuses an author whose long changes have kept all that write waiting for too long: a note with ten thousand comments of
 * strangers takes seconds to be deleted and put back, and would be so again and again.
 */
export async function requireShortChanges(actor: Actor): Promise<void> {
  const author = authorOf(actor);
  if (author !== null && !seconds.hasRoom(author)) seconds.take(author);
}
