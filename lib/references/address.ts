import { env } from "../core/env";
import { permalinks } from "../options/schema";
import { reservedSlugs } from "../sheets/addresses";

/** A place on this site that a post or sheet may stand at. */
export type SlugPlace = { place: "archives" | "top"; name: string };

const AT_TOP = "/{slug}";
const patterns = permalinks.filter((made) => made !== AT_TOP).map((made) => made.split("/"));
const digits: Record<string, RegExp> = { "{yyyy}": /^\d{4}$/, "{mm}": /^\d{2}$/, "{dd}": /^\d{2}$/ };

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, i) => part === "{slug}" || (digits[part]?.test(path[i] ?? "") ?? part === path[i]));

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The path of an address on the site that stands at `site`; undefined: it leads elsewhere. */
function pathOn(address: string, site: string): string | undefined {
  if (!URL.canParse(address, site)) return undefined;
  const { origin, pathname } = new URL(address, site);
  return origin === new URL(site).origin ? pathname : undefined;
}

/** Whether only the site's own address says if this is one of it. */
export const namesHost = (address: string): boolean => !address.startsWith("/") || address.startsWith("//");

/** Where an address of this site leads, as far as posts and sheets stand there. */
export function slugPlace(address: string, siteUrl: string): SlugPlace | null {
  const path = pathOn(address, env.siteUrl ?? (siteUrl || "http://localhost"))?.replace(/\/$/, "");
  const parts = path?.split("/") ?? [];
  const name = decoded(parts.at(-1) ?? "");
  if (!name) return null;
  if (parts.length === 2) return reservedSlugs.has(name) ? null : { place: "top", name };
  return patterns.some((pattern) => fits(pattern, parts)) ? { place: "archives", name } : null;
}
