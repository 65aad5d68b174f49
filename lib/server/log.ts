import { format } from "node:util";
import pino from "pino";
import { env } from "../core/env";
import { writeFor } from "../core/cache-keys";

export type Log = pino.Logger;

/** JSON lines to standard error, without secrets. */
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

/** Pages whose path ends in what only its reader may have. */
const handedOver = /^(\/(?:preview|unsubscribe)\/(?:look\/|posts\/)?)[^?]*/;

/** An address as the log may name it: without the values of its query and the links that were mailed or handed over. */
export const loggedAddress = (url = ""): string => url.replace(handedOver, "$1…").replace(/=[^&]*/g, "=…");

/** Turns what others write to the console, mostly the framework, into log lines with their request. */
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
