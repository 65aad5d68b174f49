import { type Actor, isStaff, isSystem } from "../../core/access";
import { withoutDatabase } from "../../core/errors";
import { lineOfStaff } from "../../core/known-browser";
import { memory } from "../../core/memory";
import type { Asker } from "../../core/sender";
import { shared } from "../../core/shared";
import { FairTurns } from "./fair-turns";
import { countingTime, waitForRest } from "./long-changes";
import { widestNetworkOf } from "./networks";

/**
 * One writes, and the next one waits for its end in the database itself, so that it begins at once; further ones would wait
 * there without being in turns. A program of the staff may send thousands of changes at once, and all are made.
 */
const turns = shared(
  "turns of writers",
  () =>
    new FairTurns({
      atOnce: 2,
      mostWaiting: 500,
      mostKnown: Infinity,
      retryAfter: 5,
      longestMs: 10_000,
      remembered: 60_000,
    }),
);

/**
 * The program itself, an account of staff, the browsers in which one signed in before, or a network with all its
 * readers' accounts.
 */
function writerFor(actor: Actor): Asker {
  if (isSystem(actor)) return { known: "program" };
  if (actor.id !== null && isStaff(actor)) return { known: `account ${actor.id}` };
  const staff = lineOfStaff(actor.browser);
  return staff === null ? { stranger: widestNetworkOf(actor.ip) } : { known: staff };
}

/** Writes in fair turns. */
export const takeWritersTurn = async <T>(actor: Actor, write: () => Promise<T>): Promise<T> => {
  await waitForRest(actor);
  const wasAlone = memory.isAlone;
  return turns.take(writerFor(actor), () => {
    // Whoever waited behind others would wait once more for a database that is not there.
    if (memory.isAlone && !wasAlone) throw withoutDatabase();
    return countingTime(actor, write);
  });
};
