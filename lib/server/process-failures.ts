import type { Log } from "./log";

/** The names by which the framework checks whether its own listeners, which write no JSON, exist already. */
const marks = {
  initialized: "nextInitializedProcessErrorHandlers",
  rejections: Symbol.for("next.unhandledRejectionListener"),
};

const keepOnly = (event: string, own: (error: unknown) => void) => {
  for (const other of process.rawListeners(event))
    if (other !== own) process.removeListener(event, other as () => void);
};

/**
 * Logs uncaught errors and continues; docs/decisions/0012-failures.md says why. Call it before the framework is loaded;
 * returns a function that removes the listeners that the framework adds all the same.
 */
export function logProcessFailures(log: Log): () => void {
  const uncaught = (error: unknown) => log.error({ err: error }, "an error that nobody caught");
  const unhandled = (error: unknown) => log.error({ err: error }, "a promise that nobody waited for failed");
  process.on("uncaughtException", uncaught);
  process.on("unhandledRejection", unhandled);
  Object.assign(globalThis, { [marks.initialized]: true, [marks.rejections]: unhandled });
  return () => {
    keepOnly("uncaughtException", uncaught);
    keepOnly("unhandledRejection", unhandled);
  };
}
