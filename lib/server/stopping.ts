import type { Server } from "node:http";
import type { Log } from "./log";

/** How long running requests may take once the server is told to stop. */
const REQUESTS_MS = 8_000;
/** When the process ends whatever is left to do. */
const LATEST_MS = 15_000;

/** One thing to do while stopping; the next one is done whether or not it works. */
export type Step = readonly [name: string, work: () => Promise<unknown> | void];

/** Takes no new requests, and waits for those that run. */
export async function closeServer(server: Server): Promise<void> {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await finished;
  clearTimeout(late);
}

/** Runs the steps in their order, once; answers whether all of them worked. @public for a program that a test writes. */
export async function runSteps(steps: readonly Step[], log: Log): Promise<boolean> {
  let worked = true;
  for (const [name, work] of steps) {
    try {
      await work();
    } catch (error) {
      worked = false;
      log.error({ err: error, step: name }, "a step of stopping failed; the others are done");
    }
  }
  return worked;
}

/** Stops in order at the first SIGTERM or SIGINT, and ends the process. Answers what tells that it has begun. */
export function stopOnSignal(steps: readonly Step[], log: Log): AbortSignal {
  const stopping = new AbortController();
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, "stopping");
    // It also keeps the process running: a step may wait for what does not, and the process would end before the others.
    setTimeout(() => process.exit(1), LATEST_MS);
    process.exit((await runSteps(steps, log)) ? 0 : 1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  return stopping.signal;
}
