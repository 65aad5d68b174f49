import { type Actor, isEditor, isStaff } from "../../core/access";
import { shared } from "../../core/shared";
import { Rate } from "./rate";

/** Seconds for which the long changes of an author may keep all that write waiting in two minutes; of one of them so many count. */
const [MOST_S, WINDOW_MS, MOST_OF_ONE_S] = [12, 2 * 60_000, 8];

const seconds = shared(
  "seconds of long changes",
  () => new Rate("long changes", MOST_S, Date.now, undefined, WINDOW_MS),
);
/** When the last one that wrote was done. */
const last = shared("the end of the last change", () => ({ end: -Infinity }));

/** The account of somebody who writes, but looks after nobody else's texts. */
const authorOf = (actor: Actor): string | null =>
  actor.id !== null && isStaff(actor) && !isEditor(actor) ? String(actor.id) : null;

/** Writes, and counts the whole seconds that it takes of an author; not those in which it waits for the one before. */
export async function countingSeconds<T>(actor: Actor, write: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await write();
  } finally {
    const now = performance.now();
    const taken = Math.floor((now - Math.max(begun, last.end)) / 1000);
    last.end = now;
    const author = authorOf(actor);
    if (author !== null) for (let left = Math.min(taken, MOST_OF_ONE_S); left > 0; left -= 1) seconds.waitFor(author);
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
