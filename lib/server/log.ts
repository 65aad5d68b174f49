import { format } from "node:util";
import pino from "pino";
import { env } from "../core/env";
import { writeFor } from "../core/cache-keys";

export type Log = pino.Logger;

/** JSON lines to standard error; what is secret never stands in them. */
export const log: Log = pino(
  {
    level: env.logLevel,
    base: null,
    redact: {
      paths: ["password", "authcode", "token", "cookie", "secret", "authorization"].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: "[redacted]",
    },
  },
  pino.destination(2),
);

/** What others write to the console, the framework above all, becomes lines like all others, with the request they are about. */
export function logConsole(): void {
  for (const level of ["error", "warn"] as const)
    console[level] = (...given: unknown[]) => {
      const err = given.find((each) => each instanceof Error);
      const said = format(...given.filter((each) => each !== err));
      writeFor((requestId, isDoubtful) =>
        log[isDoubtful ? "warn" : level](
          { ...(err && { err }), ...(requestId !== null && { requestId }) },
          said || "failed",
        ),
      );
    };
}
