import { lineOfStaff } from "../core/known-browser";
import { widestNetworkOf } from "../services/limits/networks";
import { readers } from "../services/limits/readers-turns";

/** Who asks, and with which browser in which somebody signed in before. */
type Asking = { ip: string | null; browser?: string | null };

/**
 * Looks something up in the database that anybody can ask for without an end, such as a session, a token or a file, when
 * it is the asker's turn: whoever asks for thousands keeps only themselves waiting.
 */
export function lookUp<T>({ ip, browser = null }: Asking, look: () => Promise<T>): Promise<T> {
  const staff = lineOfStaff(browser);
  return readers.take(staff === null ? { stranger: widestNetworkOf(ip) } : { known: staff }, look);
}
