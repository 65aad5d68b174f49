import { postgres } from "../../../db/dialect";
import type { OpenDatabase } from "../../../db/open";
import type { OnCommit } from "../../../db/open-database";
import { sweepOrphans } from "../../features/attachments/sweeping";
import { removeRests } from "../../features/backups/restoring";
import { system } from "../../core/access";
import { sharedCounters } from "../../core/operation";
import { showBackground, Supervisor } from "../../core/supervisor";
import { flushTraces } from "../../features/redirects/traces";
import { flushCounts } from "../../features/writing/counters";
import { noteCountedChanges } from "../../services/limits/counted-changes";
import { keepCounters } from "../../services/limits/keeping";
import { forgetCounters } from "../../services/limits/sweeping";
import { beginRecurringJobs } from "../../services/jobs/recurring";
import { JobWorker } from "../../services/jobs/worker";
import { completeIndex } from "../../features/writing/posts/search-index";
import { handlers } from "./job-handlers";
import { tellOfKeptFiles } from "./kept-file-news";
import { tellHubOfNews } from "./hub-news";
import type { Log } from "../observing/log";
import { tellWebhooks } from "./webhook-news";

/** Milliseconds between writes of what is counted in memory. */
const FLUSH_MS = 5_000;
/** Milliseconds between searches for files without an attachment. */
const SWEEP_MS = 3_600_000;

/** Milliseconds between lines of the audit log about what was only counted. */
const SUM_MS = 3_600_000;

/** Milliseconds between looks for stored counters that are over. */
const FORGET_MS = 60_000;

/** A process's loops; logs their failures and recoveries. */
export function superviseBackground(log: Log): Supervisor {
  const supervisor = new Supervisor({
    failed: (loop, error, failures, retryMs) =>
      log.error({ err: error, loop, failures, retryMs }, "work in the background failed; it is tried again"),
    recovered: (loop, failures) => log.warn({ loop, failures }, "work in the background goes on"),
  });
  showBackground(supervisor);
  return supervisor;
}

/** Milliseconds between tries to hear of other processes again: meanwhile nothing is answered from memory. */
const FOLLOWING_AGAIN = { first: 50, longest: 1_000 };

/** Follows commits of other processes. */
export async function followOthers(supervisor: Supervisor, database: OpenDatabase, onCommit: OnCommit): Promise<void> {
  const follower = await database.follow(onCommit);
  supervisor.begin("commits of other processes", (turn) => follower.look(turn), {
    onStop: () => follower.close(),
    backOff: FOLLOWING_AGAIN,
  });
}

/** How others make the queue and the webhooks look at once. */
export type Background = { wake: () => void; noteClockSet: () => void };

/** Starts all background work. */
export function beginBackground(supervisor: Supervisor, log: Log): Background {
  supervisor.begin("counts of visits", async () => {
    await flushCounts();
    return FLUSH_MS;
  });
  supervisor.begin("traces of redirects", async () => {
    await flushTraces();
    return FLUSH_MS;
  });
  supervisor.begin("rests of backups and restores", async () => {
    await removeRests();
    return null;
  });
  supervisor.begin("files without an attachment", async ({ signal }) => {
    await sweepOrphans(new Date(), signal);
    return SWEEP_MS;
  });
  if (!sharedCounters())
    supervisor.begin("counters in memory", async () => {
      await keepCounters();
      return FLUSH_MS;
    });
  supervisor.begin("counters that are over", async () => {
    await forgetCounters();
    return FORGET_MS;
  });
  supervisor.begin("changes that were only counted", async () => {
    await noteCountedChanges();
    return SUM_MS;
  });
  supervisor.begin("jobs that come back", async () => {
    await beginRecurringJobs(system, {});
    return null;
  });
  const jobs = new JobWorker(handlers, (error, what) => log.error({ err: error }, what), {
    // The lock of the data folder keeps a second server away.
    isAlone: !postgres,
  });
  jobs.start(supervisor);
  if (postgres) tellOfKeptFiles(supervisor);
  const news = tellWebhooks(supervisor);
  tellHubOfNews(supervisor);
  supervisor.begin("the search index", async ({ signal }) => {
    await completeIndex({ goesOn: () => !signal.aborted });
    return null;
  });
  return {
    wake: () => {
      jobs.wake();
      news.wake();
    },
    noteClockSet: () => jobs.noteClockSet(),
  };
}
