import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  min,
  notInArray,
  or,
  type SQL,
} from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { lower } from "../../../db/dialect";
import { every, isFirstOfGroup, none } from "../../../db/expressions";
import { folderName } from "../../../db/folder-name";
import { jobs } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { knownKinds } from "./kinds";
import * as shape from "./schema";

/** The columns of a job that are answered; its payload is not. */
export const jobColumns = {
  id: jobs.id,
  kind: jobs.kind,
  title: jobs.title,
  state: jobs.state,
  runAt: jobs.runAt,
  attempts: jobs.attempts,
  cancelWanted: jobs.cancelWanted,
  progressDone: jobs.progressDone,
  progressTotal: jobs.progressTotal,
  log: jobs.log,
  createTime: jobs.createTime,
  startTime: jobs.startTime,
  endTime: jobs.endTime,
};

/** Turns a row into an answer. */
export async function seenJob(db: Database, jobId: number) {
  const [row] = await db.select(jobColumns).from(jobs).where(eq(jobs.id, jobId));
  if (!row) throw notFound();
  return { ...row, log: [...row.log] };
}

/** Jobs that wait, run or have ended, newest first. */
export const listJobs = query("listJobs", {
  can: "manage jobs",
  input: shape.jobList,
  output: shape.jobsPage,
  run: async ({ db }, { page, size, sort, state, kind, keyword }) => {
    const wanted = and(
      state && eq(jobs.state, state),
      kind === undefined ? undefined : eq(jobs.kind, kind),
      // Wildcards are removed rather than escaped: the engines escape differently.
      keyword === undefined ? undefined : like(lower(jobs.title), `%${keyword.toLowerCase().replace(/[%_\\]/g, "_")}%`),
    );
    const order = sortOrder(sort).map(([name, descending]) =>
      (descending ? desc : asc)(name === "runAt" ? jobs.runAt : jobs.id),
    );
    const [rows, [all]] = await Promise.all([
      db
        .select(jobColumns)
        .from(jobs)
        .where(wanted)
        .orderBy(...order, desc(jobs.id))
        .limit(size)
        .offset((page - 1) * size),
      db.select({ total: count() }).from(jobs).where(wanted),
    ]);
    return { items: rows.map((row) => ({ ...row, log: [...row.log] })), total: all?.total ?? 0 };
  },
});

/** The number of jobs in each state. */
export const countJobs = query("countJobs", {
  can: "manage jobs",
  input: noInput,
  output: shape.jobCounts,
  run: async ({ db }) => {
    const rows = await db.select({ state: jobs.state, total: count() }).from(jobs).groupBy(jobs.state);
    const counts = { all: 0, WAITING: 0, RUNNING: 0, DONE: 0, FAILED: 0, CANCELLED: 0 };
    for (const { state, total } of rows) {
      counts[state] += total;
      counts.all += total;
    }
    return counts;
  },
});

/** The number of jobs that wait though their time has come. */
export const countDueJobs = query("countDueJobs", {
  can: "manage jobs",
  input: noInput,
  output: shape.dueJobs,
  run: async ({ db, now }) =>
    (
      await db
        .select({ due: count() })
        .from(jobs)
        .where(and(eq(jobs.state, "WAITING"), lte(jobs.runAt, now)))
    )[0]?.due ?? 0,
});

/** One job with its log. */
export const getJob = query("getJob", {
  can: "manage jobs",
  input: shape.jobPath,
  output: shape.job,
  run: ({ db }, { jobId }) => seenJob(db, jobId),
});

/** Whether a job runs, or was running when its server was killed. */
export const hasRunning = async (db: Database): Promise<boolean> =>
  (await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.state, "RUNNING")).limit(1)).length > 0;

/** The condition for jobs whose files this server has. */
const hasFilesHere = () => {
  const name = folderName();
  return name === null ? undefined : or(isNull(jobs.folder), eq(jobs.folder, name));
};

/** The condition for jobs whose files this server has, and whose kind this version knows: a newer server may do others. */
export const canBeDoneHere = () => and(inArray(jobs.kind, knownKinds()), hasFilesHere());

/**
 * The condition for jobs that need not wait for another one of the same receiver. That one counts also where its server
 * was killed: it is started anew when its lease ends, before others.
 */
export const isReceiverFree = (db: Database) => {
  const busy = db
    .select({ receiver: jobs.receiver })
    .from(jobs)
    .where(and(eq(jobs.state, "RUNNING"), isNotNull(jobs.receiver)));
  return or(isNull(jobs.receiver), notInArray(jobs.receiver, busy));
};

/** The condition for jobs that are next of their kinds, of those that may be started now, or of which `others` holds. */
export const isNext = (db: Database, except: readonly string[], others: SQL = none): SQL =>
  isFirstOfGroup(
    jobs,
    { id: jobs.id, group: jobs.kind },
    {
      part: eq(jobs.state, "WAITING"),
      condition: and(hasFilesHere(), isReceiverFree(db)) ?? every,
      order: [jobs.runAt, jobs.id],
      groups: (kind) =>
        inArray(
          kind,
          knownKinds().filter((known) => !except.includes(known)),
        ),
      others,
    },
  );

/** When the worker has to look again: at the earliest waiting job, or the end of a lease. Null without jobs. */
export async function nextDue(db: Database, except: string[]): Promise<Date | null> {
  const named = (state: string) => `job-${state}-in:${folderName()}-of:${knownKinds().length}-but:${except.join()}`;
  const others = except.length > 0 ? notInArray(jobs.kind, except) : undefined;
  const [[waiting], [running]] = await Promise.all([
    prepared(db, named("WAITING"), (on) =>
      on
        .select({ at: min(jobs.runAt) })
        .from(jobs)
        .where(isNext(on, except)),
    ).execute(),
    prepared(db, named("RUNNING"), (on) =>
      on
        .select({ at: min(jobs.leaseUntil) })
        .from(jobs)
        .where(and(eq(jobs.state, "RUNNING"), canBeDoneHere(), others)),
    ).execute(),
  ]);
  const times = [waiting?.at, running?.at].filter((at) => at != null);
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null;
}
