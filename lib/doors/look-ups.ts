import { shared } from "../core/shared";
import { FairTurns } from "../services/limits/fair-turns";
import { widestNetworkOf } from "../services/limits/networks";

/** Few at a time: the database has some connections for reads, and pages need them too. What a network has had counts for a minute. */
const turns = shared(
  "look-ups",
  () => new FairTurns({ atOnce: 3, mostWaiting: 500, retryAfter: 5, remembered: 60_000 }),
);

/**
 * Looks something up in the database that anybody can ask for without an end, such as a token or a file, when it is the
 * asker's turn: whoever asks for thousands keeps only themselves waiting.
 */
export const lookUp = <T>(ip: string | null, look: () => Promise<T>): Promise<T> =>
  turns.take({ stranger: widestNetworkOf(ip) }, look);
