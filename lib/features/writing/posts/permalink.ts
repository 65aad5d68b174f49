import { inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { sheets } from "../../../../db/schema";
import { readOptions } from "../../../services/settings/reading";
import { dateIn } from "../../../core/calendar";
import { noteReads } from "../../../core/cache-keys";
import type { Addressed, Addresses } from "../collection";
import { permalinks, settingKeys } from "../../../core/settings";
import { reservedSlugs } from "../../../core/reserved-slugs";

/** The address that every post has, whatever the pattern; it redirects to the post's address. */
export const archiveUrl = (slug: string): string => `/archives/${encodeURIComponent(slug)}`;

/** What addresses are made by: the pattern, undefined for the usual one, and the time zone of dates in it. */
type Making = { pattern: string | undefined; timeZone: string };

/** The owner's choice. */
async function chosenMaking(db: Database): Promise<Making> {
  const { post_permalink: pattern, site_timezone: timeZone } = await readOptions(db);
  return { pattern: pattern === permalinks[0] ? undefined : pattern, timeZone };
}

function filled({ pattern = "", timeZone }: Making, { slug, createTime }: Addressed): string {
  const { year, month, day } = dateIn(timeZone, createTime);
  const parts: Record<string, string> = { yyyy: year, mm: month, dd: day, slug: encodeURIComponent(slug) };
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

/**
 * The addresses of these posts. At the top of the site a sheet or page wins over a post, which then keeps its archive
 * address.
 */
export async function postAddresses(db: Database, posts: readonly Addressed[]): Promise<Addresses> {
  noteReads(settingKeys("post_permalink"));
  const making = await chosenMaking(db);
  if (making.pattern?.includes("{yyyy}")) noteReads(settingKeys("site_timezone"));
  return addressesBy(making, db, posts);
}

/** The same with this pattern and zone, such as those that are not chosen yet. */
export async function addressesBy(making: Making, db: Database, posts: readonly Addressed[]): Promise<Addresses> {
  const { pattern } = making;
  if (pattern === undefined) return ({ slug }) => archiveUrl(slug);
  if (pattern !== "/{slug}") return (post) => filled(making, post);
  // A sheet that comes later takes the address from whatever shows it.
  noteReads(["sheet-places"]);
  const rows = await db
    .select({ slug: sheets.slug })
    .from(sheets)
    .where(
      inArray(
        sheets.slug,
        posts.map(({ slug }) => slug),
      ),
    );
  const taken = new Set(rows.map(({ slug }) => slug));
  return (post) =>
    taken.has(post.slug) || reservedSlugs.has(post.slug) ? archiveUrl(post.slug) : filled(making, post);
}
