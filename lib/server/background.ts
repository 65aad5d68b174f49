import type { OpenDatabase } from "../../db/open";
import { sweepOrphans } from "../features/attachments/sweeping";
import { system } from "../core/access";
import { showBackground, Supervisor } from "../core/supervisor";
import { flushTraces } from "../features/redirects/traces";
import { flushCounts } from "../features/writing/counters";
import { beginRecurringJobs } from "../services/jobs/recurring";
import { JobWorker } from "../services/jobs/worker";
import { completeIndex } from "../features/writing/posts/search-index";
import { handlers } from "./job-handlers";
import type { Log } from "./log";
import { tellWebhooks } from "./webhook-news";

/** Milliseconds between writes of counted visits. */
const FLUSH_MS = 5_000;
/** Milliseconds between searches for files without an attachment. */
const SWEEP_MS = 3_600_000;

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

/** Follows commits of other processes; `onCommit` gets the cache keys that they touched. */
export async function followOthers(
  supervisor: Supervisor,
  database: OpenDatabase,
  onCommit: (cacheKeys: string[]) => void,
): Promise<void> {
  const follower = await database.follow(onCommit);
  supervisor.begin(
    "commits of other processes",
    (turn) => follower.look(turn),
    () => follower.close(),
  );
}

/** Starts all background work. Returns functions that make the queue and the webhooks look at once. */
export function beginBackground(supervisor: Supervisor, log: Log): { wake: () => void } {
  supervisor.begin("counts of visits", async () => {
    await flushCounts();
    return FLUSH_MS;
  });
  supervisor.begin("traces of redirects", async () => {
    await flushTraces();
    return FLUSH_MS;
  });
  supervisor.begin("files without an attachment", async () => {
    await sweepOrphans(new Date());
    return SWEEP_MS;
  });
  supervisor.begin("jobs that come back", async () => {
    await beginRecurringJobs(system, {});
    return null;
  });
  const jobs = new JobWorker(handlers, (error, what) => log.error({ err: error }, what));
  jobs.start(supervisor);
  const news = tellWebhooks(supervisor);
  supervisor.begin("the search index", async ({ signal }) => {
    await completeIndex({ goesOn: () => !signal.aborted });
    return null;
  });
  return {
    wake: () => {
      jobs.wake();
      news.wake();
    },
  };
}
