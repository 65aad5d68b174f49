import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFile } from "./paths";

/** The launcher bundles it from `check-worker.ts`. */
const program = resolve("dist/check-worker.js");

/**
 * Checks the whole database in a thread; a large one takes longer than a start may. Returns its first fault, or null.
 */
export function quickCheck(): Promise<string | null> {
  const file = databaseFile();
  if (!existsSync(file)) return Promise.resolve(null);
  return new Promise((done, failed) => {
    const worker = new Worker(program, { workerData: file });
    worker.unref();
    worker.once("message", (fault: string | null) => done(fault));
    worker.once("error", failed);
    worker.once("exit", () => done(null));
  });
}

/** The result of `work`, or "late" when it takes too long. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
