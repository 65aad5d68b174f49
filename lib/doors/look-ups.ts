import { isBrowserOfStaff } from "../core/known-browser";
import { shared } from "../core/shared";
import { FairTurns } from "../services/limits/fair-turns";
import { widestNetworkOf } from "../services/limits/networks";

/** Few at a time: the database has some connections for reads, and pages need them too. What a network has had counts for a minute. */
const turns = shared(
  "look-ups",
  () => new FairTurns({ atOnce: 3, mostWaiting: 500, retryAfter: 5, longestMs: 10_000, remembered: 60_000 }),
);

/** Who asks, and with which browser in which somebody signed in before. */
type Asking = { ip: string | null; browser?: string | null };

/**
 * Looks something up in the database that anybody can ask for without an end, such as a session, a token or a file, when
 * it is the asker's turn: whoever asks for thousands keeps only themselves waiting.
 */
export function lookUp<T>({ ip, browser = null }: Asking, look: () => Promise<T>): Promise<T> {
  const isKnown = browser !== null && isBrowserOfStaff(browser);
  return turns.take(isKnown ? { known: `browser ${browser}` } : { stranger: widestNetworkOf(ip) }, look);
}
