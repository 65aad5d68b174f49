import { withMark, withoutMark } from "../core/secrets";
import { hostCookie } from "./host-cookie";

/** How long a browser is known in which somebody has signed in: a year. */
const KNOWN_SECONDS = 31_536_000;

/** The cookie of such a browser, which stays when the sign-in ends. */
export const browserCookie = (secure: boolean) => hostCookie(secure, "browser", KNOWN_SECONDS);

const PURPOSE = "cookie browser";

/** What a browser keeps, with this site's mark. */
export const markedBrowser = (browser: string): string => withMark(PURPOSE, browser);

/** What was marked; null where the mark is missing or not this site's. */
export const unmarkedBrowser = (cookie = ""): string | null => withoutMark(PURPOSE, cookie);

/** The same in a `Cookie` header. */
export function knownBrowser(header: string, secure: boolean): string | null {
  const { name } = browserCookie(secure);
  for (const pair of header.split(";")) {
    const [key, value] = pair.split("=", 2);
    // Of several with one name the first counts: each costs a signature.
    if (key?.trim() === name) return unmarkedBrowser(value?.trim());
  }
  return null;
}
