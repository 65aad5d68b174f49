import { withMark, withoutMark } from "../core/secrets";
import type { CookieName } from "./host-cookie";

/**
 * The cookies that make a page personal, and where each counts: on the whole site, or on the page that it was given
 * for. Each ends in this site's mark, so that the front desk makes a page anew only for a browser which this site gave
 * one.
 */
const personalCookies = {
  "next-auth.session-token": "site",
  unlock: "site",
  waiting: "page",
} as const satisfies Partial<Record<CookieName, "site" | "page">>;

type PersonalCookie = keyof typeof personalCookies;

/** Every one of them. */
export const personalCookieNames = Object.keys(personalCookies) as PersonalCookie[];

/** Of several cookies with one name so many are looked at: browsers send few, and each costs a signature. */
const MOST_SAME = 3;

const prefix = "(?:__Host-|__Secure-)?";
const begin = "(?:^|;\\s*)";
const escaped = (name: string) => name.replaceAll(".", "\\.");
const patterns = Object.fromEntries(
  personalCookieNames.map((name) => [name, new RegExp(`${begin}(${prefix}${escaped(name)})=([^;]*)`, "g")]),
) as Record<PersonalCookie, RegExp>;
/** Most requests carry none of them, which one look tells. */
const any = new RegExp(`${begin}${prefix}(?:${personalCookieNames.map(escaped).join("|")})=`);

/** The same for every spelling of a path. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const aboutOf = (name: PersonalCookie, value: string, path: string) =>
  personalCookies[name] === "site" ? value : `${plainPath(path)} ${value}`;

/** The value of a personal cookie with this site's mark; `path` is that of the page it is given for. */
export const marked = (name: PersonalCookie, value: string, path = "/"): string =>
  withMark(`cookie ${name}`, value, aboutOf(name, value, path));

/** What was marked; null where the mark is missing or not this site's. */
export const unmarked = (name: PersonalCookie, cookie: string, path = "/"): string | null =>
  withoutMark(`cookie ${name}`, cookie, (value) => aboutOf(name, value, path));

/**
 * The value of a personal cookie in a `Cookie` header: the first that carries this site's mark, null without one. With
 * `fullName` only a cookie with exactly this name counts.
 */
export function heldCookie(header: string, name: PersonalCookie, path: string, fullName?: string): string | null {
  let seen = 0;
  for (const [, found, sent = ""] of header.matchAll(patterns[name])) {
    if (fullName !== undefined && found !== fullName) continue;
    if ((seen += 1) > MOST_SAME) return null;
    const value = unmarked(name, plainPath(sent), path);
    if (value !== null) return value;
  }
  return null;
}

/** Whether a `Cookie` header makes the page at this path personal. What somebody invented does not. */
export const isPersonal = (header: string, path: string): boolean =>
  any.test(header) && personalCookieNames.some((name) => heldCookie(header, name, path) !== null);
