import pino from "pino";
import { env } from "../core/env";

export type Log = pino.Logger;

/** JSON lines to standard error; what is secret never stands in them. */
export const log: Log = pino(
  {
    level: env.logLevel,
    base: null,
    redact: { paths: ["password", "authcode", "token", "cookie", "secret", "authorization"].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination(2),
);
