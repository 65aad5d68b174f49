import { type Log, sparingly } from "./log";

/**
 * Writes what nobody caught into the log, and goes on; docs/decisions/0012-failures.md says why. Listeners that others
 * add later, as the framework does whenever it loads a page, are taken away again: they write no JSON.
 */
export function logProcessFailures(log: Log): void {
  // A stranger who finds a way to such errors must not fill the disk with lines about them.
  const writeSparingly = sparingly((text) => log.warn(text));
  const tell = (text: string) => (error: unknown) => writeSparingly(() => log.error({ err: error }, text));
  const own = new Map<string | symbol, (error: unknown) => void>([
    ["uncaughtException", tell("an error that nobody caught")],
    ["unhandledRejection", tell("a promise that nobody waited for failed")],
  ]);
  for (const [event, listener] of own) process.on(event, listener);
  process.on("newListener", (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (own.has(event) && own.get(event) !== listener) queueMicrotask(() => process.off(event, listener));
  });
}
