import type { Server, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "../core/env";
import { readiness } from "../core/readiness";
import type { Log } from "./observing/log";

/** Milliseconds that running requests may take after the signal to stop. */
const REQUESTS_MS = 8_000;
/** Milliseconds after which the process ends in any case, once it takes no new requests. */
const LATEST_MS = 15_000;

/** One step of stopping; later ones run whether or not it works. */
export type Step = readonly [name: string, work: () => Promise<unknown> | void];

/** Accepts no new requests, and waits for running ones. Connections that go on asking end with their next answer. */
export async function closeServer(server: Server): Promise<void> {
  server.prependListener("request", (_req, res: ServerResponse) => void (res.shouldKeepAlive = false));
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await finished;
  clearTimeout(late);
}

/** Tells a proxy that asks `/api/ready` to send nothing more, and gives it the time to ask. */
export async function leaveProxy(): Promise<void> {
  readiness.isStopping = true;
  await pause(env.stopDelay * 1000);
}

/** Runs the steps in order, once; returns whether all worked. @public for a program that a test writes. */
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

/** Stops in order at the first SIGTERM or SIGINT, and ends the process. Returns a signal that stopping has begun. */
export function stopOnSignal(steps: readonly Step[], log: Log): AbortSignal {
  const stopping = new AbortController();
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, "stopping");
    // This timer also keeps the process running: a step may wait for something that does not, and the process would end
    // before the remaining steps.
    setTimeout(() => process.exit(1), LATEST_MS + env.stopDelay * 1000);
    process.exit((await runSteps(steps, log)) ? 0 : 1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  return stopping.signal;
}
