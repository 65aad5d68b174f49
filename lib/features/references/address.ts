import { env } from "../../core/env";
import { permalinks } from "../../core/settings";
import { reservedSlugs } from "../../core/reserved-slugs";

/** A place on this site where a post or sheet may be. */
export type SlugPlace = { place: "archives" | "top"; name: string };

/** The longest slug, in characters; PostgreSQL refuses an index row of some 2,700 bytes. */
const MOST_SLUG = 255;

const AT_TOP = "/{slug}";
const patterns = permalinks.filter((made) => made !== AT_TOP).map((made) => made.split("/"));
const digits: Record<string, RegExp> = { "{yyyy}": /^\d{4}$/, "{mm}": /^\d{2}$/, "{dd}": /^\d{2}$/ };

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, i) => part === "{slug}" || (digits[part]?.test(path[i] ?? "") ?? part === path[i]));

/**
 * A part of an address in plain; undefined where it is wrongly encoded, or names NUL, which no slug has and PostgreSQL
 * refuses.
 */
function decoded(part: string): string | undefined {
  try {
    const plain = decodeURIComponent(part);
    return plain.includes("\0") ? undefined : plain;
  } catch {
    return undefined;
  }
}

const absolute = /^(?:https?:)?\/\/[^/?#]*/i;

/** Whether the address has a host, which must then be the site's. */
export const namesHost = (address: string): boolean => absolute.test(address);

/** Whether an address with a host is on this site. */
export function isOnSite(address: string, siteUrl: string): boolean {
  const site = env.siteUrl ?? siteUrl;
  return URL.canParse(site) && URL.canParse(address, site) && new URL(address, site).origin === new URL(site).origin;
}

/** The place of a post or sheet that an address on this site leads to. */
export function slugPlace(address: string): SlugPlace | null {
  const path = /^[^?#]*/.exec(address.replace(absolute, ""))?.[0] ?? "";
  const parts = (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  if (parts.length < 2 || parts[0] !== "") return null;
  const name = decoded(parts.at(-1) ?? "");
  if (!name || name.length > MOST_SLUG) return null;
  if (parts.length === 2) return reservedSlugs.has(name) ? null : { place: "top", name };
  return patterns.some((pattern) => fits(pattern, parts)) ? { place: "archives", name } : null;
}
