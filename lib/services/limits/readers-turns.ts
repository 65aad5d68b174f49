import { holdsTurn } from "../../core/held-turns";
import { senderAsks } from "../../core/sender";
import { shared } from "../../core/shared";
import { FairTurns } from "./fair-turns";

/**
 * Few at a time: the database has some connections for reads, and pages need them too. What a network has had counts for a
 * minute, in which a form asks a dozen times. The program itself and the staff may have any number waiting, for as long as
 * that takes.
 */
export const readers = shared(
  "readers",
  () =>
    new FairTurns({
      atOnce: 3,
      mostWaiting: 500,
      mostKnown: Infinity,
      retryAfter: 5,
      longestMs: 10_000,
      remembered: 60_000,
      visit: 12,
      usual: 60,
    }),
);

/**
 * Reads in fair turns. Whoever holds a turn of another kind, of which there are few, keeps others waiting and reads at once.
 * Without these, each of thousands of guesses at passwords read its account as it came, and a page of anybody else stood
 * behind a thousand of them for 15 s.
 */
export const takeReadersTurn = <T>(read: () => Promise<T>): Promise<T> =>
  holdsTurn() ? read() : readers.take(senderAsks() ?? { known: "program" }, read);
