import type { Log } from "./log";

/**
 * Writes what nobody caught into the log, and goes on; docs/decisions/0012-failures.md says why. Listeners that others
 * add later, as the framework does whenever it loads a page, are taken away again: they write no JSON.
 */
export function logProcessFailures(log: Log): void {
  const own = new Map<string | symbol, (error: unknown) => void>([
    ["uncaughtException", (error) => log.error({ err: error }, "an error that nobody caught")],
    ["unhandledRejection", (error) => log.error({ err: error }, "a promise that nobody waited for failed")],
  ]);
  for (const [event, listener] of own) process.on(event, listener);
  process.on("newListener", (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (own.has(event) && own.get(event) !== listener) queueMicrotask(() => process.off(event, listener));
  });
}
