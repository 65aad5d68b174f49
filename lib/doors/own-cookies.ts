import { callbackCookie, csrfCookie, ticketCookie } from "./host-cookie";
import { personalCookieNames } from "./personal-cookies";

/** The cookie in which the dashboard's script tells this browser's time zone. */
export const ZONE_COOKIE = "zone";

const names = [...personalCookieNames, "scheme", ZONE_COOKIE];
const ofSignIn = [csrfCookie, callbackCookie, ticketCookie].map((cookie) => cookie(false).name);
const own: ReadonlySet<string> = new Set(
  [...names, ...ofSignIn].flatMap((name) => [name, `__Host-${name}`, `__Secure-${name}`]),
);

/**
 * The cookies of a `Cookie` header that this site gives. Others are of programs on the same host, or invented: the
 * framework takes quadratic time over the number of names.
 */
export const ownCookies = (header: string): string =>
  header
    .split(";")
    .filter((pair) => own.has(pair.split("=", 1)[0]?.trim() ?? ""))
    .join(";");
