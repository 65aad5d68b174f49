import { eq, inArray } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { options, sheets } from "../../../../db/schema";
import { noteReads } from "../../../core/cache-keys";
import type { Addressed, Addresses } from "../collection";
import { permalinks, settingKeys } from "../../../core/settings";
import { reservedSlugs } from "../../../core/reserved-slugs";

/** The address that every post has, whatever the pattern; it redirects to the post's address. */
export const archiveUrl = (slug: string): string => `/archives/${encodeURIComponent(slug)}`;

/** The owner's pattern of addresses. Reads this option alone, since every list of posts needs it. */
async function chosenPermalink(db: Database): Promise<string | undefined> {
  const [row] = await prepared(db, "post-permalink", (on) =>
    on.select({ value: options.value }).from(options).where(eq(options.key, "post_permalink")),
  ).execute();
  return permalinks.find((made) => made === row?.value);
}

function filled(made: string, { slug, createTime }: Addressed): string {
  const [year = "", month = "", day = ""] = createTime.toISOString().slice(0, 10).split("-");
  const parts: Record<string, string> = { yyyy: year, mm: month, dd: day, slug: encodeURIComponent(slug) };
  return made.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

/**
 * The addresses of these posts. At the top of the site a sheet or page wins over a post, which then keeps its archive
 * address.
 */
export async function postAddresses(db: Database, posts: readonly Addressed[]): Promise<Addresses> {
  noteReads(settingKeys("post_permalink"));
  return addressesBy(await chosenPermalink(db), db, posts);
}

/** The same with this pattern, such as one that is not chosen yet. */
export async function addressesBy(
  made: string | undefined,
  db: Database,
  posts: readonly Addressed[],
): Promise<Addresses> {
  if (made === undefined) return ({ slug }) => archiveUrl(slug);
  if (made !== "/{slug}") return (post) => filled(made, post);
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
  return (post) => (taken.has(post.slug) || reservedSlugs.has(post.slug) ? archiveUrl(post.slug) : filled(made, post));
}
