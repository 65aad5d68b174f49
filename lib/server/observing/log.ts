import { format } from "node:util";
import pino from "pino";
import { env } from "../../core/env";
import { noteThrown, writeFor } from "../../core/cache-keys";
import { Rate } from "../../services/limits/rate";

export type Log = pino.Logger;

/** A statement that failed, as the query builder tells it: with every value, which may be a password's hash or a key. */
type Failed = { query: string; params: unknown[] };

const isFailed = (error: unknown): error is Error & Failed =>
  error instanceof Error && "query" in error && "params" in error;

/** An error and what caused it, from the outermost on. */
function* causes(error: unknown): Generator {
  for (let next = error; next instanceof Error; next = next.cause) yield next;
}

/** An error as the log tells it: of a statement that failed, without its values. */
export function loggedError(error: Error): object {
  const told = pino.stdSerializers.err(error);
  const failed = [...causes(error)].filter(isFailed);
  if (failed.length === 0) return told;
  // What an AppError holds beside its message has the statement once more.
  const { params: _values, extra: _more, ...rest } = told as typeof told & Partial<Failed> & { extra?: object };
  const withoutValues = (text: string) =>
    failed.reduce((left, { params }) => left.replaceAll(`\nparams: ${params.join()}`, ""), text);
  return { ...rest, message: withoutValues(told.message), stack: withoutValues(told.stack) };
}

/** Bytes of lines that wait while none can be written; further ones are dropped. */
const MOST_WAITING = 256 * 1024;

/** Standard error, which may be a file on a full disk: lines are tried again with the next one. */
function destination() {
  const made = pino.destination({ dest: 2, maxLength: MOST_WAITING });
  // There is nowhere to say so, and a line about it would be the next that fails.
  made.on("error", () => undefined);
  return made;
}

/** A line without the signs that JSON leaves as they are, and with which a stranger's words could steer a terminal that shows it. */
export const steadyLine = (line: string): string =>
  line.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** JSON lines to standard error, without secrets. */
export const log: Log = pino(
  {
    level: env.logLevel,
    base: null,
    hooks: { streamWrite: steadyLine },
    serializers: { err: loggedError },
    redact: {
      paths: ["password", "authcode", "token", "cookie", "secret", "authorization"].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: "[redacted]",
    },
  },
  destination(),
);

/**
 * Lines per minute about requests that failed. While the database or the store of files is out of reach each does, and
 * whoever sends thousands would fill the disk with lines.
 */
const MOST_FAILURES = 60;

/** Writes so many lines a minute, and then one that says so. */
export function sparingly(say: (text: string) => void, most = MOST_FAILURES): (write: () => void) => void {
  const [failures, notes] = [new Rate("failures", most), new Rate("notes", 1)];
  return (write) => {
    if (failures.waitFor("") === null) write();
    else if (notes.waitFor("") === null) say(`more than ${most} failures within a minute; not all of them are told`);
  };
}

const writeSparingly = sparingly((text) => log.warn(text));

/** Takes what is told of failures. */
export type FailureLog = { error: (about: object, text: string) => void };

/** The log for failures of requests, of which there may be any number. */
export const failureLog: FailureLog = {
  error: (about, text) => writeSparingly(() => log.error(about, text)),
};

/** Pages whose path ends in what only its reader may have. */
const handedOver = /^(\/(?:preview|unsubscribe)\/(?:look\/|posts\/)?)[^?]*/;

/** An address as the log may name it: without the values of its query and the links that were mailed or handed over. */
export const loggedAddress = (url = ""): string => url.replace(handedOver, "$1…").replace(/=[^&]*/g, "=…");

/**
 * Turns what others write to the console, mostly the framework, into log lines with their request. Of what a page throws
 * the framework tells the console alone.
 */
export function logConsole(): void {
  for (const level of ["error", "warn"] as const)
    console[level] = (...given: unknown[]) => {
      const err = given.find((each) => each instanceof Error);
      if (err) noteThrown(err);
      const said = format(...given.filter((each) => each !== err));
      writeFor((requestId, isDoubtful) =>
        writeSparingly(() =>
          log[isDoubtful ? "warn" : level](
            { ...(err && { err }), ...(requestId !== null && { requestId }) },
            // The framework puts a cross before what failed, which says nothing alone.
            said.replace(/^\s*⨯\s*/, "") || "failed",
          ),
        ),
      );
    };
}

/**
 * Logged requests per hour that failed before anything of ours ran. A line has 1.3 KB, and whoever keeps the log may
 * keep it for good: ten a minute were 19 MB a day.
 */
const lines = new Rate("lines", 60, Date.now, 1, 60 * 60_000);

/** Whether the log may take another line that strangers can cause. */
export const hasRoomInLog = (): boolean => lines.waitFor("") === null;
