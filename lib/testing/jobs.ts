import { inArray } from "drizzle-orm";
import { expect } from "vitest";
import { jobs } from "../../db/schema";
import { JobWorker } from "../services/jobs/worker";
import { handlers } from "../server/background/job-handlers";
import { stored } from "./setup";

const open = async (prefix: string) =>
  (
    await stored()
      .select({ kind: jobs.kind })
      .from(jobs)
      .where(inArray(jobs.state, ["WAITING", "RUNNING"]))
  ).filter(({ kind }) => kind.startsWith(prefix));

/** Runs due jobs as the server's worker does; resolves when those whose kind begins so are done. */
export async function workOff(prefix: string): Promise<void> {
  const failures: unknown[] = [];
  const worker = new JobWorker(handlers, (error) => failures.push(error));
  worker.start();
  await expect.poll(() => open(prefix), { interval: 10 }).toEqual([]);
  await worker.stop();
  expect(failures).toEqual([]);
}

/** Runs the renewal. */
export const renewals = (): Promise<void> => workOff("renew-");
