import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { imports, journals, oldAddresses, posts, sheets } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { query } from "../../../core/operation";
import { visibleTo as visibleJournals } from "../../visibility/journals";
import { visibleTo as visiblePosts } from "../../visibility/posts";
import { visibleTo as visibleSheets } from "../../visibility/sheets";
import { originalsOf } from "../readers/media/media-address";
import { basePathOf } from "../readers/old-address";
import { listAuthorAddresses } from "../../writing/posts/authors";
import { listPublicPosts } from "../../writing/posts/queries";
import { aboveFeed, feedOrSitemapFor, isTypedFeed, monthIn } from "./feeds";
import { withoutKey } from "./old-path";
import { addressesOf } from "./present";
import { movedAddress, oldAddress } from "./schema";

type Led = { kind: string; id: number };
type Asking = Parameters<typeof listPublicPosts.within>[0];

/** The parts of an address that may be a slug. */
const slugsIn = (path: string): string[] =>
  withoutKey(path)
    .split("/")
    .map((part) => part.replace(/\.\w{1,5}$/, ""));

/**
 * Whether somebody may see a record at its address; of a text they may not see, not even the address is told. One that
 * is in no list is found only by whoever knows its slug already: numbers can be tried one after the other.
 */
async function maySee(db: Database, actor: Actor, now: Date, { kind, id }: Led, path: string): Promise<boolean> {
  if (kind === "post" || kind === "sheet") {
    const [table, visible] = kind === "post" ? [posts, visiblePosts] : [sheets, visibleSheets];
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.id, id),
          or(visible(actor, now, "list"), and(visible(actor, now, "address"), inArray(table.slug, slugsIn(path)))),
        ),
      );
    return rows.length > 0;
  }
  if (kind !== "journal") return true;
  const rows = await db
    .select({ id: journals.id })
    .from(journals)
    .where(and(eq(journals.id, id), visibleJournals(actor, "address")));
  return rows.length > 0;
}

const isHere = () => and(eq(imports.dryRun, false), inArray(imports.state, ["RUNNING", "DONE", "CANCELLED", "FAILED"]));

/** Whether an old site was taken in, so that its readers ask for its feed here. */
const hasMovedIn = async (db: Database): Promise<boolean> =>
  (await db.select({ id: imports.id }).from(imports).where(isHere()).limit(1)).length > 0;

/** The paths below which old sites stood that were taken in, such as "/blog". */
async function oldTops(db: Database): Promise<string[]> {
  const rows = await db.selectDistinct({ site: imports.site }).from(imports).where(isHere());
  return rows.map(({ site }) => basePathOf(site)).filter((top) => top !== "");
}

/** The record to which an address of an old site leads; null without one. */
async function recordAt(db: Database, path: string): Promise<Led | null> {
  const [led] = await prepared(db, "old-address", (on) =>
    on
      .select({ kind: oldAddresses.kind, id: oldAddresses.recordId })
      .from(oldAddresses)
      .where(eq(oldAddresses.path, sql.placeholder("path"))),
  ).execute({ path });
  return led ?? null;
}

/** The record to which an address leads, or the picture of which it is a smaller version. */
async function recordFor(db: Database, path: string): Promise<Led | null> {
  const bare = withoutKey(path);
  // Most keys of a query name nothing.
  const own = (await recordAt(db, path)) ?? (bare === path ? null : await recordAt(db, bare));
  if (own !== null) return own;
  for (const original of originalsOf(bare)) {
    const led = await recordAt(db, original);
    if (led?.kind === "attachment") return led;
  }
  return null;
}

/** The page of an author, or the front page where there is none. */
const addressOfAuthor = async (context: Asking, id: number): Promise<string> =>
  (await listAuthorAddresses.within(context, { ids: [id] }))[0]?.url ?? "/";

/** The address of a record here; null where this actor may not see it, or where it has none. */
async function addressFor(context: Asking, led: Led, path: string): Promise<string | null> {
  const { db, actor, now } = context;
  if (led.kind === "user") return addressOfAuthor(context, led.id);
  if (!(await maySee(db, actor, now, led, path))) return null;
  return (await addressesOf(db, [led])).get(`${led.kind}:${led.id}`) ?? null;
}

/** The feed here for one below an address of an old site; below a text other systems have that of its comments. */
async function feedBelow(context: Asking, path: string): Promise<string | null> {
  const led = await recordAt(context.db, path);
  const page = led && (await addressFor(context, led, path));
  if (!led || !page) return null;
  if (led.kind === "post") return `/comments/posts/${led.id}/feed.xml`;
  if (page === "/") return "/feed.xml";
  return ["category", "tag", "user"].includes(led.kind) ? `${page}/feed.xml` : null;
}

/** The page here that lists the posts of a month, where this actor finds any. */
async function archiveOf(context: Asking, { year, month }: { year: number; month: number }): Promise<string | null> {
  const { total } = await listPublicPosts.within(context, { year, month, page: 1, size: 1 });
  return total > 0 ? `/archives/${year}/${month}` : null;
}

/** Where addresses lead that are no record's: those of feeds, sitemaps and months. */
async function placeFor(context: Asking, path: string): Promise<string | null> {
  const { db } = context;
  if (isTypedFeed(path)) return "/feed.xml";
  const ours = feedOrSitemapFor(path);
  if (ours !== null) return (await hasMovedIn(db)) ? ours : null;
  const month = monthIn(path);
  if (month !== null) return (await hasMovedIn(db)) ? archiveOf(context, month) : null;
  const above = aboveFeed(path);
  if (above === null) return null;
  if (above === "/comments") return (await hasMovedIn(db)) ? "/comments/feed.xml" : null;
  return feedBelow(context, above);
}

/** Where an address of an old site leads here; null where it leads nowhere that this actor may go. */
export const getMovedAddress = query("getMovedAddress", {
  can: "read the site",
  input: oldAddress,
  output: movedAddress,
  run: async (context, { path }) => {
    const { db } = context;
    const led = await recordFor(db, path);
    if (led !== null) return { movedTo: await addressFor(context, led, path) };
    const place = await placeFor(context, path);
    if (place !== null) return { movedTo: place };
    for (const top of await oldTops(db)) {
      if (path === top) return { movedTo: "/" };
      if (path.startsWith(`${top}/`)) return { movedTo: await placeFor(context, path.slice(top.length)) };
    }
    return { movedTo: null };
  },
});
