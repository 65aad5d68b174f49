import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, gt, lt, max, min, or } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { announced, events, webhooks } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import { eventFor, type NewsKind } from "./news";
import { announcePayload, deliveryPayload, news, type Seen } from "./schema";

/** The most messages that wait for one receiver: more than a site has news while a receiver is mended. */
const MOST_WAITING = 1000;

export const deliveryJob = jobKind("deliver-webhook", {
  lane: "deliveries",
  // Of comments there are as many as strangers like, for which news of texts does not wait, nor is dropped.
  receiver: ({ webhookId, event }) => `webhook ${webhookId}${event.startsWith("comment.") ? ", comments" : ""}`,
  mostWaiting: MOST_WAITING,
  payload: deliveryPayload,
  tries: 8,
});
/** Announces records that become public by their date. */
export const announcementJob = jobKind("announce", { payload: announcePayload, tries: 8 });

/** Reads each kind of record as the public sees it now; null: it does not exist. */
export type Lookups = Partial<Record<NewsKind, (id: number) => Promise<Seen | null>>>;

/** Changes of very many records at once, which are told of as a whole. */
const silent = new Set(["writeImported"]);

/** Rows of the audit log per read. */
const MOST_LINES = 500;
/**
 * On PostgreSQL a row may be committed after one with a higher number, so the newest are read again. Reading a change
 * twice announces nothing, since nothing has changed.
 */
const OVERLAP = { lines: 50, ms: 60_000 };

const actor = { ...system, name: "the server" };
const markerOf = (data: Seen["data"]) => createHash("sha256").update(JSON.stringify(data)).digest("base64url");

/** Stores the announced state of these records and queues the messages, in one transaction. */
const tell = mutation("announce", {
  can: "manage webhooks",
  input: news,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { upTo, subjects }) => {
    const hooks = await db.select().from(webhooks).where(eq(webhooks.enabled, true));
    const listeningSince = new Date(Math.min(...hooks.map(({ createTime }) => createTime.getTime())));
    for (const { subject, seen } of subjects) {
      const marker = seen ? markerOf(seen.data) : "";
      const [told] = await db.select().from(announced).where(eq(announced.subject, subject));
      const event = eventFor(subject.split(":")[0] as NewsKind, told ?? null, seen, marker, listeningSince);
      const isPublic = seen?.isPublic ?? false;
      if (seen === null) await db.delete(announced).where(eq(announced.subject, subject));
      else
        await db
          .insert(announced)
          .values({ subject, isPublic, marker })
          .onConflictDoUpdate({ target: announced.subject, set: { isPublic, marker } });
      if (seen?.dueAt)
        await enqueue(db, {
          kind: announcementJob,
          title: `Tell of ${subject} when it is published`,
          payload: { subject },
          runAt: seen.dueAt,
          dedupeKey: `${subject} ${seen.dueAt.getTime()}`,
        });
      if (event === null) continue;
      const data = seen?.data ?? { id: Number(subject.split(":")[1]) };
      for (const hook of hooks.filter((each) => each.events.includes(event))) await send(db, hook, event, data, now);
    }
    if (upTo !== null)
      await db
        .update(webhooks)
        .set({ lastEventId: upTo })
        .where(and(eq(webhooks.enabled, true), lt(webhooks.lastEventId, upTo)));
  },
});

/** Queues one message to one webhook; returns the job. */
export function send(
  db: Database,
  hook: { id: number; name: string },
  event: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<number> {
  const deliveryId = randomUUID();
  const body = JSON.stringify({ id: deliveryId, event, createTime: now.toISOString(), data });
  return enqueue(db, {
    kind: deliveryJob,
    title: `Webhook "${hook.name}": ${event}`,
    payload: { webhookId: hook.id, event, deliveryId, body },
  });
}

async function look(lookups: Lookups, subjects: Iterable<string>): Promise<{ subject: string; seen: Seen | null }[]> {
  const found: { subject: string; seen: Seen | null }[] = [];
  for (const subject of subjects) {
    const [kind = "", number] = subject.split(":");
    const lookup = Object.hasOwn(lookups, kind) ? lookups[kind as NewsKind] : undefined;
    if (lookup) found.push({ subject, seen: await lookup(Number(number)) });
  }
  return found;
}

/** Announces one record, if it has news. */
export async function announce(lookups: Lookups, subject: string): Promise<void> {
  await tell(actor, { upTo: null, subjects: await look(lookups, [subject]) });
}

/** Announces the changes in the audit log since the last time; returns whether there are webhooks. */
export async function announceNews(lookups: Lookups): Promise<boolean> {
  for (;;) {
    const db = engine().reader;
    // Prepared, since it runs after many commits.
    const [first] = await prepared(db, "webhooks-told", (on) =>
      on
        .select({ from: min(webhooks.lastEventId), changed: max(webhooks.updateTime) })
        .from(webhooks)
        .where(eq(webhooks.enabled, true)),
    ).execute();
    if (first?.from == null) return false;
    // A webhook that was turned on again gets later events only.
    const notBefore = new Date(Math.max(Date.now() - OVERLAP.ms, first.changed?.getTime() ?? 0));
    const recent = and(gt(events.id, first.from - OVERLAP.lines), gt(events.createTime, notBefore));
    const rows = await db
      .select({ id: events.id, operation: events.operation, subject: events.subject, cacheKeys: events.cacheKeys })
      .from(events)
      .where(or(gt(events.id, first.from), recent))
      .orderBy(asc(events.id))
      .limit(MOST_LINES);
    const upTo = rows.at(-1)?.id ?? first.from;
    if (upTo <= first.from) return true;
    const subjects = new Set(
      rows
        .filter(({ operation }) => !silent.has(operation))
        .flatMap(({ subject, cacheKeys }) => [subject ?? "", ...cacheKeys])
        .filter((name) => /^(post|sheet|journal|comment):\d+$/.test(name)),
    );
    await tell(actor, { upTo, subjects: await look(lookups, subjects) });
  }
}
