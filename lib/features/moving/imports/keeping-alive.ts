import type { Actor } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { LeaseLost } from "./lease";
import { beatImport } from "./steps";

/** Milliseconds between two signs of life. */
const BEAT_MS = 10_000;
/** An import during which the server ended so often does not go on by itself: it may be the reason. */
const MOST_INTERRUPTIONS = 2;

/** Sends signs of life while an import works; aborts it where another process has taken it over, or somebody cancels. */
export function beating(actor: Actor, importId: number, owner: string) {
  const ended = new AbortController();
  let lost: Error | null = null;
  const timer = setInterval(() => {
    beatImport(actor, { importId, owner }).then(
      ({ cancelWanted }) => {
        if (cancelWanted) ended.abort(new Error("cancelled"));
      },
      (error: unknown) => {
        if (error instanceof LeaseLost) ended.abort((lost = error));
      },
    );
  }, BEAT_MS);
  timer.unref();
  return { signal: ended.signal, lost: () => lost, stop: () => clearInterval(timer) };
}

/** Refuses to go on by itself with what may be why the server ended. */
export function requireFewInterruptions(interruptions: number): void {
  if (interruptions < MOST_INTERRUPTIONS) return;
  throw new AppError(
    "conflict",
    `The server ended ${interruptions} times while this ran, so it does not go on by itself. What was done stays. Look for the reason in the server's log, then go on with it.`,
    { reason: "import_interrupted" },
  );
}

/** Does work that a signal ends; null where it did. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  }
}
