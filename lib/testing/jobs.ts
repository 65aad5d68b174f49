import { inArray } from "drizzle-orm";
import { expect } from "vitest";
import { jobs } from "../../db/schema";
import { JobWorker } from "../services/jobs/worker";
import { handlers } from "../server/job-handlers";
import { stored } from "./setup";

const open = async () =>
  (
    await stored()
      .select({ kind: jobs.kind })
      .from(jobs)
      .where(inArray(jobs.state, ["WAITING", "RUNNING"]))
  ).filter(({ kind }) => kind.startsWith("renew-"));

/** Runs the renewal as the server's worker does; resolves when it is done. */
export async function renewals(): Promise<void> {
  const failures: unknown[] = [];
  const worker = new JobWorker(handlers, (error) => failures.push(error));
  worker.start();
  await expect.poll(open, { timeout: 30_000, interval: 10 }).toEqual([]);
  await worker.stop();
  expect(failures).toEqual([]);
}
