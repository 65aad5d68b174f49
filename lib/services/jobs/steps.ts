import { and, asc, eq, gt, inArray, lt, lte, notInArray, or } from "drizzle-orm";
import { rowByRow } from "../../../db/expressions";
import { jobs } from "../../../db/schema";
import { noInput, nothing } from "../../core/fields";
import { latestNow } from "../../core/latest-now";
import { mutation } from "../../core/operation";
import { type JobKind, jobKinds, kindOf } from "./kinds";
import { canBeDoneHere, isNext, isReceiverFree } from "./queries";
import { readPayload } from "./queue";
import * as shape from "./schema";

// The worker's steps, each in its own transaction; no door leads here. They are silent: the audit log gets the
// operations that the jobs run.
const step = { can: "manage jobs", touches: () => [], silent: true } as const;

const MOST_LINES = 200;
const LONGEST_LINE = 1000;
const said = (log: readonly string[], lines: readonly string[]) =>
  [...log, ...lines.map((line) => line.slice(0, LONGEST_LINE))].slice(-MOST_LINES);

/**
 * Half a minute, then four times as long each time, six hours at most; up to a tenth of chance, so that jobs do not all
 * return at once.
 */
export const backOff = (attempts: number): number =>
  Math.min(30_000 * 4 ** (attempts - 1), 6 * 3_600_000) * (0.9 + Math.random() * 0.2);

/** Milliseconds that a job of a kind waits at most, where it waits for no date. */
const longestWait = ({ every }: JobKind): number => every?.ms ?? 7 * 3_600_000;

const waiting = (now: Date, ms: number, attempts: number) => ({
  state: "WAITING" as const,
  runAt: new Date(now.getTime() + ms),
  attempts,
});

/** What becomes of a job that recurs, however it ended; null: others end for good. */
export const nextTime = (kind: JobKind | undefined, now: Date) => (kind?.every ? waiting(now, kind.every.ms, 0) : null);

/** Takes the next due job; a job whose worker was killed is due when its lease ends. */
export const claimJob = mutation("claimJob", {
  ...step,
  input: shape.claim,
  output: shape.claimed,
  run: async ({ db, now }, { worker, leaseMs, except }) => {
    const isLost = and(eq(jobs.state, "RUNNING"), lt(jobs.leaseUntil, now));
    const isDue = or(and(eq(jobs.state, "WAITING"), lte(jobs.runAt, now), isReceiverFree(db)), isLost);
    const due = and(isDue, canBeDoneHere(), except.length > 0 ? notInArray(jobs.kind, except) : undefined);
    const [next] = await db
      .select()
      .from(jobs)
      .where(and(isNext(db, except, isLost), rowByRow(due)))
      .orderBy(asc(jobs.runAt), asc(jobs.id))
      .limit(1);
    if (!next) return null;
    const kindOfNext = kindOf(next.kind);
    if (next.attempts >= (kindOfNext?.tries ?? 0)) {
      // A job that kills its process is not started forever.
      const lines = [`${now.toISOString()} Given up: the server stopped ${next.attempts} times while this ran.`];
      const over = nextTime(kindOfNext, now) ?? { state: "FAILED" as const, endTime: now, dedupeKey: null };
      await db
        .update(jobs)
        .set({ ...over, worker: null, leaseUntil: null, log: said(next.log, lines) })
        .where(and(eq(jobs.id, next.id), due));
      return null;
    }
    const taken = {
      state: "RUNNING" as const,
      worker,
      leaseUntil: new Date(now.getTime() + leaseMs),
      attempts: next.attempts + 1,
      startTime: now,
    };
    const [row] = await db
      .update(jobs)
      .set(taken)
      .where(and(eq(jobs.id, next.id), due))
      .returning();
    if (!row) return null;
    const { id, kind, attempts, cancelWanted, progressDone, progressTotal, payload } = row;
    return { id, kind, attempts, cancelWanted, progressDone, progressTotal, payload };
  },
});

/** Ends the leases of all jobs, where no other server runs: those who held them were killed. */
export const endLeases = mutation("endLeases", {
  ...step,
  input: noInput,
  output: nothing,
  run: async ({ db }) => {
    await db
      .update(jobs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(jobs.state, "RUNNING"));
  },
});

/**
 * Ends waits and leases that were reckoned while the clock was ahead by more than clocks of servers differ: nothing else
 * would before it is as late as it was then, and what recurs, such as the backups, would stand still until that.
 */
export const endFalseWaits = mutation("endFalseWaits", {
  ...step,
  input: shape.lease,
  output: nothing,
  isRedone: () => true,
  run: async ({ db, now }, { leaseMs }) => {
    const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
    const undated = jobKinds().filter(({ onDate }) => !onDate);
    for (const ms of new Set(undated.map(longestWait))) {
      const names = undated.filter((kind) => longestWait(kind) === ms).map(({ name }) => name);
      await db
        .update(jobs)
        .set({ runAt: now })
        .where(and(eq(jobs.state, "WAITING"), inArray(jobs.kind, names), gt(jobs.runAt, later(latestNow(now), ms))));
    }
    await db
      .update(jobs)
      .set({ leaseUntil: later(now, leaseMs) })
      .where(and(eq(jobs.state, "RUNNING"), gt(jobs.leaseUntil, later(latestNow(now), leaseMs))));
  },
});

const held = (id: number, worker: string) => and(eq(jobs.id, id), eq(jobs.worker, worker), eq(jobs.state, "RUNNING"));

/** Renews a job's lease and stores its progress; returns whether it is still this worker's. */
export const beatJob = mutation("beatJob", {
  ...step,
  input: shape.beat,
  output: shape.beaten,
  isRedone: () => true,
  run: async ({ db, now }, { id, worker, leaseMs, progressDone, progressTotal, lines }) => {
    const [row] = await db
      .select({ log: jobs.log, cancelWanted: jobs.cancelWanted })
      .from(jobs)
      .where(held(id, worker));
    if (!row) return { held: false, cancelWanted: false };
    await db
      .update(jobs)
      .set({ leaseUntil: new Date(now.getTime() + leaseMs), progressDone, progressTotal, log: said(row.log, lines) })
      .where(held(id, worker));
    return { held: true, cancelWanted: row.cancelWanted };
  },
});

/** Stores how a job ended; it then waits for another attempt, or for its next time where it recurs. */
export const endJob = mutation("endJob", {
  ...step,
  input: shape.ending,
  output: nothing,
  run: async ({ db, now }, { id, worker, progressDone, progressTotal, lines, outcome }) => {
    const [row] = await db
      .select({ kind: jobs.kind, log: jobs.log, attempts: jobs.attempts, dedupeKey: jobs.dedupeKey })
      .from(jobs)
      .where(held(id, worker));
    if (!row) return;
    const kind = kindOf(row.kind);
    const waits = (ms: number, attempts: number) => waiting(now, ms, attempts);
    const ended = () => ({
      state: outcome as "DONE" | "FAILED" | "CANCELLED",
      endTime: now,
      dedupeKey: kind?.keepsKey && outcome === "DONE" ? row.dedupeKey : null,
      ...(kind?.secret && outcome === "DONE" && { payload: {} }),
    });
    const after =
      outcome === "given back"
        ? waits(0, row.attempts - 1)
        : outcome === "again"
          ? waits(backOff(row.attempts), row.attempts)
          : (nextTime(kind, now) ?? ended());
    await db
      .update(jobs)
      .set({
        ...after,
        worker: null,
        leaseUntil: null,
        cancelWanted: false,
        progressDone,
        progressTotal,
        log: said(row.log, lines),
      })
      .where(held(id, worker));
  },
});

/** The payload of a claimed job; throws where it cannot be read any more. */
export function payloadOf({ kind: name, payload }: shape.Claimed): unknown {
  const kind = kindOf(name);
  if (!kind) throw new Error(`This version of the program does not know the job "${name}".`);
  return readPayload(kind, payload);
}
