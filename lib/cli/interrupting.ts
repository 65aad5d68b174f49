import type { Output } from "./output";

/** The exit code of a command that Ctrl-C or SIGTERM has stopped before its end. */
export const INTERRUPTED = 130;

/** What an import and its undo say then. */
export const STOPPING = "Stopping after the running batch …";

/** Milliseconds after the first signal from which another one ends the process at once: npm passes each on a second time. */
const AGAIN_MS = 1000;

/** Runs work that Ctrl-C and SIGTERM ask to stop in order: it ends with what it is at. Tells whether they did. */
export async function untilInterrupted<T>(
  output: Output,
  saying: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; interrupted: boolean }> {
  const stop = new AbortController();
  let asked = 0;
  const onSignal = () => {
    if (stop.signal.aborted && performance.now() - asked > AGAIN_MS) process.exit(INTERRUPTED);
    if (stop.signal.aborted) return;
    asked = performance.now();
    stop.abort();
    output.problem(saying);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    const result = await work(stop.signal);
    return { result, interrupted: stop.signal.aborted };
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

/** The same where nothing of the work stays when it is stopped; returns the exit code. */
export async function wholeOrNothing(
  output: Output,
  stopped: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { result } = await untilInterrupted(output, "Stopping …", async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      const isStopped = error === signal.reason || (error instanceof Error && error.name === "AbortError");
      if (!signal.aborted || !isStopped) throw error;
      output.problem(stopped);
      output.result({ error: { code: "interrupted", message: stopped } });
      return INTERRUPTED;
    }
  });
  return result;
}
