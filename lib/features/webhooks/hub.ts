import { createHash } from "node:crypto";
import { and, desc, eq, gt, min } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { announced, journals, posts } from "../../../db/schema";
import { system, visitor } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { type HubFolder, hubFolders } from "../../core/publishing";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue, GiveUp } from "../../services/jobs/queue";
import { type AddressCheck, fetchOutside } from "../../services/outbound/outbound";
import { addressOf, readOptions } from "../../services/settings/reading";
import { feedAddresses } from "../../text/feeds/feed";
import { visibleTo as visibleNotes } from "../visibility/journals";
import { visibleTo as visiblePosts } from "../visibility/posts";
import { hubNews, hubPayload } from "./schema";

/** Tells the WebSub hub that feeds have changed, so that it fetches them and passes them on. */
export const hubJob = jobKind("tell-hub", {
  lane: "deliveries",
  receiver: () => "hub",
  // Each tells only that there is something new.
  mostWaiting: 20,
  payload: hubPayload,
  tries: 8,
});

const TIME_MS = 10_000;
const MOST_BYTES = 65_536;
/** Changes within this time are told at its end, together. */
const TOGETHER_MS = 20_000;

type Entry = { id: number; changed: Date };

/** The newest entries of a feed, as everybody sees them. */
const newest: Record<HubFolder, (db: Database, now: Date, size: number) => Promise<Entry[]>> = {
  "": (db, now, size) =>
    db
      .select({ id: posts.id, changed: posts.editTime })
      .from(posts)
      .where(visiblePosts(visitor, now, "list"))
      .orderBy(desc(posts.createTime), desc(posts.id))
      .limit(size),
  "/journals": (db, _now, size) =>
    db
      .select({ id: journals.id, changed: journals.updateTime })
      .from(journals)
      .where(visibleNotes(visitor, "list"))
      .orderBy(desc(journals.createTime), desc(journals.id))
      .limit(size),
};

const subjectOf = (folder: HubFolder) => `feed:${folder}`;
const markerOf = (entries: readonly Entry[]) =>
  createHash("sha256").update(JSON.stringify(entries)).digest("base64url");

const toldOf = async (db: Database, folder: HubFolder): Promise<string | undefined> =>
  (
    await db
      .select({ marker: announced.marker })
      .from(announced)
      .where(eq(announced.subject, subjectOf(folder)))
  )[0]?.marker;

/** Notes what the hub is told of, and queues the telling, in one transaction. */
const note = mutation("noteHubNews", {
  can: "manage webhooks",
  input: hubNews,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, news) => {
    for (const { folder, marker } of news) {
      // Another server may have noted it meanwhile.
      if ((await toldOf(db, folder)) === marker) continue;
      await db
        .insert(announced)
        .values({ subject: subjectOf(folder), isPublic: true, marker })
        .onConflictDoUpdate({ target: announced.subject, set: { marker } });
      const runAt = new Date((Math.floor(now.getTime() / TOGETHER_MS) + 1) * TOGETHER_MS);
      await enqueue(db, {
        kind: hubJob,
        title: `Tell the WebSub hub of ${feedAddresses(folder)["feed.xml"]}`,
        payload: { folder },
        runAt,
        dedupeKey: `${folder} ${runAt.getTime()}`,
      });
    }
  },
});

/**
 * Looks whether feeds have changed since the hub was told, and queues that it is. Returns how many milliseconds later a
 * post becomes public by its date; null: none does, or there is no hub.
 */
export async function announceToHub(now = new Date()): Promise<number | null> {
  const db = engine().reader;
  const { feed_hub: hub, feed_size: size } = await readOptions(db);
  if (hub === "") return null;
  const news: z.input<typeof hubNews> = [];
  for (const folder of hubFolders) {
    const marker = markerOf(await newest[folder](db, now, size));
    if (marker !== (await toldOf(db, folder))) news.push({ folder, marker });
  }
  if (news.length > 0) await note({ ...system, name: "the server" }, news);
  const [next] = await db
    .select({ at: min(posts.createTime) })
    .from(posts)
    .where(and(eq(posts.status, "PUBLISHED"), gt(posts.createTime, now)));
  return next?.at ? next.at.getTime() - now.getTime() : null;
}

/** Tells the hub of a feed in each of its formats; tried again unless the hub takes it. */
export const tellHub =
  (allows: AddressCheck) =>
  async ({ folder }: z.output<typeof hubPayload>): Promise<void> => {
    const options = await readOptions(engine().reader);
    if (options.feed_hub === "") throw new GiveUp("There is no hub any more.");
    const topics = Object.values(feedAddresses(addressOf(options) + folder));
    const body = new URLSearchParams([["hub.mode", "publish"], ...topics.map((topic) => ["hub.url", topic])]);
    const { status } = await fetchOutside(options.feed_hub, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Broadsheet" },
      body: body.toString(),
      timeMs: TIME_MS,
      mostBytes: MOST_BYTES,
      allows,
    });
    if (status < 200 || status > 299) throw new Error(`The hub answered ${status}.`);
  };
