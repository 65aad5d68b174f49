import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, lt, min } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { announced, events, webhooks } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { slices } from "../../core/parts";
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
/** Announces records that become public by their date, of which thousands may have the same. */
export const announcementJob = jobKind("announce", {
  payload: announcePayload,
  tries: 8,
  alone: true,
  onDate: true,
});

/** Reads records of each kind as the public sees them now; those that do not exist are missing. */
export type Lookups = Partial<Record<NewsKind, (ids: readonly number[]) => Promise<Map<number, Seen>>>>;

/** Changes of very many records at once, which are told of as a whole. */
const silent = new Set(["writeImported"]);

/** Rows of the audit log per read. */
const MOST_LINES = 500;

const actor = { ...system, name: "the server" };
type Told = typeof announced.$inferInsert;
const markerOf = (data: Seen["data"]) => createHash("sha256").update(JSON.stringify(data)).digest("base64url");

/** How far the webhooks that are turned on have been told; null: none is. */
const toldUpTo = async (db: Database): Promise<number | null> =>
  (
    await prepared(db, "webhooks-told", (on) =>
      on
        .select({ from: min(webhooks.lastEventId) })
        .from(webhooks)
        .where(eq(webhooks.enabled, true)),
    ).execute()
  )[0]?.from ?? null;

/** Records of which a statement names all; a change of many at once names thousands. */
const PART = 500;

/** What was told of records. All that write wait for it, so that it does not ask for each by itself. */
async function toldOf(db: Database, subjects: readonly string[]): Promise<Map<string, Told>> {
  const told = new Map<string, Told>();
  for (const part of slices(subjects, PART))
    for (const row of await db.select().from(announced).where(inArray(announced.subject, part)))
      told.set(row.subject, row);
  return told;
}

/** Stores what is told of records now; of those that are gone nothing is kept. */
async function store(db: Database, states: readonly Told[], gone: readonly string[]): Promise<void> {
  const changed = [...gone, ...states.map(({ subject }) => subject)];
  for (const part of slices(changed, PART)) await db.delete(announced).where(inArray(announced.subject, part));
  for (const part of slices(states, PART)) await db.insert(announced).values(part);
}

/** Stores the announced state of these records and queues the messages, in one transaction. */
const tell = mutation("announce", {
  can: "manage webhooks",
  input: news,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { from, upTo, subjects }) => {
    // Another server has told of these meanwhile, and may have looked later.
    if (upTo !== null && (await toldUpTo(db)) !== from) return;
    const hooks = await db.select().from(webhooks).where(eq(webhooks.enabled, true));
    const listeningSince = new Date(Math.min(...hooks.map(({ createTime }) => createTime.getTime())));
    const before = await toldOf(
      db,
      subjects.map(({ subject }) => subject),
    );
    const [states, gone]: [Told[], string[]] = [[], []];
    for (const { subject, seen } of subjects) {
      const marker = seen ? markerOf(seen.data) : "";
      const told = before.get(subject) ?? null;
      const event = eventFor(subject.split(":")[0] as NewsKind, told, seen, marker, listeningSince);
      const isPublic = seen?.isPublic ?? false;
      if (seen === null) gone.push(subject);
      else if (told?.isPublic !== isPublic || told.marker !== marker) states.push({ subject, isPublic, marker });
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
    await store(db, states, gone);
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
  const byKind = new Map<string, number[]>();
  for (const subject of subjects) {
    const [kind = "", number] = subject.split(":");
    const ids = byKind.get(kind) ?? [];
    byKind.set(kind, ids);
    ids.push(Number(number));
  }
  const found: { subject: string; seen: Seen | null }[] = [];
  for (const [kind, ids] of byKind) {
    const seen = Object.hasOwn(lookups, kind) ? await lookups[kind as NewsKind]?.(ids) : undefined;
    if (seen) for (const id of ids) found.push({ subject: `${kind}:${id}`, seen: seen.get(id) ?? null });
  }
  return found;
}

/** Announces one record, if it has news. */
export async function announce(lookups: Lookups, subject: string): Promise<void> {
  await tell(actor, { from: null, upTo: null, subjects: await look(lookups, [subject]) });
}

type Line = { operation: string; subject: string | null; cacheKeys: readonly string[] };

/**
 * The records that a line of the audit log is about. A comment changes nothing that is told of its text, and of comments there
 * are as many as strangers like.
 */
function recordsOf({ operation, subject, cacheKeys }: Line): string[] {
  if (silent.has(operation)) return [];
  const names = [subject ?? "", ...cacheKeys].filter((name) => /^(post|sheet|journal|comment):\d+$/.test(name));
  return subject?.startsWith("comment:") ? names.filter((name) => name.startsWith("comment:")) : names;
}

/**
 * Announces the changes in the audit log since the last time; returns whether there are webhooks. Its lines are numbered in
 * the order of their commits (docs/decisions/0010-one-writer.md), so none of them comes late.
 */
export async function announceNews(lookups: Lookups): Promise<boolean> {
  for (;;) {
    const db = engine().reader;
    // Prepared, since it runs after many commits.
    const from = await toldUpTo(db);
    if (from === null) return false;
    const { id, operation, subject, cacheKeys } = events;
    const rows = await db
      .select({ id, operation, subject, cacheKeys })
      .from(events)
      .where(gt(id, from))
      .orderBy(asc(id))
      .limit(MOST_LINES);
    const upTo = rows.at(-1)?.id;
    if (upTo === undefined) return true;
    const subjects = new Set(rows.flatMap(recordsOf));
    await tell(actor, { from, upTo, subjects: await look(lookups, subjects) });
  }
}
