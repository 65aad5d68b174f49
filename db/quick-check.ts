import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFile } from "./paths";

/** Bundled from `check-worker.ts` by the launcher. */
const program = resolve("dist/check-worker.js");

/**
 * Reads the whole database in a thread of its own, which for a large one takes longer than a start may.
 * Answers the first thing that is wrong with it, or null.
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

/** What work answers, or "late" if it takes longer than it may. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
