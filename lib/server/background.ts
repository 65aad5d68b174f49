import type { OpenDatabase } from "../../db/open";
import { sweepOrphans } from "../features/attachments/sweeping";
import { system } from "../core/access";
import { showBackground, Supervisor } from "../core/supervisor";
import { flushCounts } from "../features/writing/counters";
import { beginRecurringJobs } from "../services/jobs/recurring";
import { JobWorker } from "../services/jobs/worker";
import { completeIndex } from "../features/writing/posts/search-index";
import { handlers } from "./job-handlers";
import type { Log } from "./log";
import { tellWebhooks } from "./webhook-news";

/** How often counted views are written. */
const FLUSH_MS = 5_000;
/** How often files are looked for that no attachment has. */
const SWEEP_MS = 3_600_000;

/** Keeps a process's loops, and writes into the log how they fail and go on. */
export function superviseBackground(log: Log): Supervisor {
  const supervisor = new Supervisor({
    failed: (loop, error, failures, retryMs) =>
      log.error({ err: error, loop, failures, retryMs }, "work in the background failed; it is tried again"),
    recovered: (loop, failures) => log.warn({ loop, failures }, "work in the background goes on"),
  });
  showBackground(supervisor);
  return supervisor;
}

/** Begins to hear of what other processes commit; `onCommit` gets the cache keys of the reads that became stale. */
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

/** Begins everything that is done beside requests. Answers how to have the queue and the news looked at at once. */
export function beginBackground(supervisor: Supervisor, log: Log): { wake: () => void } {
  supervisor.begin("counts of visits", async () => {
    await flushCounts();
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
