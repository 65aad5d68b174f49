import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "../../../db";
import { folderName } from "../../../db/folder-name";
import { jobs } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { seal, unseal } from "../../core/secrets";
import { shared } from "../../core/shared";
import type { JobKind } from "./kinds";

const PURPOSE = "job";

/** When a job was last enqueued: the worker looks after the commit, wherever in the process that happens. */
export const asked = shared("jobs-asked", () => ({ at: 0 }));

export type Wish<P extends z.ZodType> = {
  kind: JobKind<P>;
  /** Shown to people. */
  title: string;
  payload: z.input<P>;
  runAt?: Date;
  /** The data folder that holds its files, where that is not this server's; null: it needs none. */
  folder?: string | null | undefined;
  /** The same key returns the existing open job. */
  dedupeKey?: string;
};

/** Enqueues a job in the caller's transaction: it runs if that commits. Returns the job's id. */
export async function enqueue<P extends z.ZodType>(
  db: Database,
  { kind, title, payload, runAt, dedupeKey, folder = kind.inFolder ? folderName() : null }: Wish<P>,
  now = new Date(),
): Promise<number> {
  const parsed = kind.payload.parse(payload);
  const stored = kind.secret ? { sealed: seal(PURPOSE, JSON.stringify(parsed)) } : parsed;
  const values = {
    kind: kind.name,
    title,
    payload: stored,
    state: "WAITING" as const,
    dedupeKey: dedupeKey === undefined ? null : `${kind.name} ${dedupeKey}`,
    runAt: runAt ?? now,
    folder,
    receiver: kind.receiver?.(parsed) ?? null,
    log: [],
    createTime: now,
  };
  const waiting = kind.oneWaits ? await waitingFor(db, values) : null;
  // One that waits already may be due earlier than before.
  asked.at = Date.now();
  if (waiting !== null) return waiting;
  const [row] = await db.insert(jobs).values(values).onConflictDoNothing().returning({ id: jobs.id });
  if (row) await dropOldest(db, kind, values.receiver, now);
  if (row) return row.id;
  const [there] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.dedupeKey, values.dedupeKey ?? ""));
  if (!there) throw new Error("the job was not stored");
  return there.id;
}

/** The job that waits for a receiver already, which is due no later than another one would be. */
async function waitingFor(
  db: Database,
  { kind, receiver, runAt }: Pick<typeof jobs.$inferInsert, "kind" | "receiver" | "runAt">,
): Promise<number | null> {
  const isWaiting = and(eq(jobs.receiver, receiver ?? ""), eq(jobs.kind, kind), eq(jobs.state, "WAITING"));
  const [there] = await db.select({ id: jobs.id, runAt: jobs.runAt }).from(jobs).where(isWaiting).limit(1);
  if (there && there.runAt > runAt) await db.update(jobs).set({ runAt }).where(eq(jobs.id, there.id));
  return there?.id ?? null;
}

/** The most jobs that are dropped at once. */
const MOST_DROPPED = 100;

/** Drops jobs beyond the most that may wait for their receiver, those that have waited longest. */
async function dropOldest(
  db: Database,
  { mostWaiting }: Pick<JobKind, "mostWaiting">,
  receiver: string | null,
  now: Date,
): Promise<void> {
  if (mostWaiting === undefined || receiver === null) return;
  const tooMany = await db
    .select({ id: jobs.id, log: jobs.log })
    .from(jobs)
    .where(and(eq(jobs.receiver, receiver), eq(jobs.state, "WAITING")))
    .orderBy(desc(jobs.id))
    .limit(MOST_DROPPED)
    .offset(mostWaiting);
  await someAtOnce(tooMany, ({ id, log }) =>
    db
      .update(jobs)
      .set({
        state: "CANCELLED",
        endTime: now,
        dedupeKey: null,
        log: [...log, `${now.toISOString()} Dropped: ${mostWaiting} newer ones wait for the same receiver.`],
      })
      .where(and(eq(jobs.id, id), eq(jobs.state, "WAITING"))),
  );
}

/** Removes a job that was enqueued under a key and has not started. */
export async function withdraw(db: Database, kind: JobKind, dedupeKey: string): Promise<void> {
  await db.delete(jobs).where(and(eq(jobs.dedupeKey, `${kind.name} ${dedupeKey}`), eq(jobs.state, "WAITING")));
}

/** A stored payload as it was given; throws where another site's key sealed it or its schema has changed. */
export function readPayload<P extends z.ZodType>(kind: JobKind<P>, stored: unknown): z.output<P> {
  const isSealed = kind.secret && typeof stored === "object" && stored !== null && "sealed" in stored;
  return kind.payload.parse(isSealed ? JSON.parse(unseal(PURPOSE, String(stored.sealed))) : stored);
}

/** What a job of this kind was asked for with. */
export async function payloadOfJob<P extends z.ZodType>(
  db: Database,
  kind: JobKind<P>,
  id: number,
): Promise<z.output<P>> {
  const [row] = await db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, id));
  return readPayload(kind, row?.payload);
}

/** Thrown by a handler where another attempt would not help. */
export class GiveUp extends Error {}
