import { z } from "zod";

/** The codes of refusals and their HTTP statuses (docs/specification.md, "Refusals"). */
export const statusOf = {
  malformed: 400,
  invalid: 400,
  unauthenticated: 401,
  mfa_required: 401,
  locked: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;
export type FieldError = { field: string; code: string; message: string };

const titles: Record<ErrorCode, string> = {
  malformed: "Malformed request",
  invalid: "Invalid request",
  unauthenticated: "Sign-in needed",
  mfa_required: "Second factor needed",
  locked: "Password needed",
  forbidden: "Not allowed",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  too_slow: "Too slow",
  conflict: "Conflict",
  stale: "Changed elsewhere",
  too_large: "Too large",
  unsupported_media: "Unsupported media type",
  too_many: "Too many requests",
  internal: "Internal error",
  unavailable: "Unavailable",
  storage_full: "Storage full",
};

type Extra = {
  errors?: FieldError[];
  /**
   * Names the reason of the refusal, by which programs tell it from others of its code, and the dashboard translates it
   * (`refusals` in `lib/services/words/sentences`).
   */
  reason?: string;
  /** The current record, for `stale`. */
  current?: unknown;
  /** Seconds after which to try again, for `too_many` and `unavailable`. */
  retryAfter?: number;
  /** The methods of a path, for `method_not_allowed`. */
  allow?: string[];
  cause?: unknown;
};

/** An expected failure; `message` is one sentence for people and may be shown to anyone. */
export class AppError extends Error {
  readonly status: number;
  readonly title: string;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: Extra = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = "AppError";
    this.status = statusOf[code];
    this.title = titles[code];
  }
}

/**
 * Whether an error with this status is a fault of the program. Deliberate refusals, such as "mail is off", are not:
 * strangers could fill the log with them.
 */
export function isFault(thrown: unknown, status: number): boolean {
  // Such a refusal may come in an error of the database's driver: a busy server wrote 60 of those a minute.
  const told = toAppError(thrown);
  return status >= 500 && (told.cause !== undefined || (told !== thrown && told.code === "internal"));
}

export const notFound = () => new AppError("not_found", "There is nothing here, or you may not see it.");

/** A refusal that names one field; `cause` is what was refused within it, such as a line of a table. */
export const invalid = (field: string, code: string, message: string, cause?: AppError) =>
  new AppError("invalid", message, { errors: [{ field, code, message }], ...(cause && { cause }) });

export const conflict = (field: string, message: string) =>
  new AppError("conflict", message, { errors: [{ field, code: "taken", message }] });

const issueCodes: Record<string, string> = {
  too_big: "too_long",
  too_small: "too_short",
  invalid_type: "wrong_type",
  invalid_value: "wrong_value",
  invalid_format: "wrong_format",
  not_multiple_of: "wrong_value",
};

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** zod's messages, as sentences for people; a schema's own messages stay. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too)\b/.test(issue.message)) return issue.message;
  const isList = "origin" in issue && issue.origin === "array";
  const [verb, entries] = isList ? ["have", " entries"] : ["be", ""];
  if (issue.code === "invalid_type") return `This must be ${typeNames[issue.expected] ?? "of another type"}.`;
  if (issue.code === "too_big") return `This may ${verb} at most ${issue.maximum}${entries}.`;
  if (issue.code === "too_small") return `This must ${verb} at least ${issue.minimum}${entries}.`;
  if (issue.code === "invalid_value") return `This must be one of ${issue.values.map(String).join(", ")}.`;
  return "This has the wrong form.";
}

/** The most field errors in one refusal. */
const MOST_ERRORS = 50;
/** The most unknown fields that a refusal names. */
const MOST_UNKNOWN = 10;
/** The most characters of a sender's field name that a refusal repeats. */
const LONGEST_NAME = 100;

/** The path of a fault in the input, with long names cut. */
const fieldAt = (path: readonly PropertyKey[]) => path.map((part) => String(part).slice(0, LONGEST_NAME)).join(".");

function fieldErrors(issues: z.core.$ZodIssue[]): FieldError[] {
  const errors = issues.slice(0, MOST_ERRORS).flatMap((issue): FieldError[] => {
    const path = fieldAt(issue.path);
    if (issue.code === "unrecognized_keys")
      return issue.keys.slice(0, MOST_UNKNOWN).map((key) => ({
        field: fieldAt([...issue.path, key]),
        code: "unknown",
        message: "This field is unknown here.",
      }));
    if (issue.code === "invalid_type" && issue.input === undefined)
      return [{ field: path, code: "required", message: "This field is required." }];
    const code = issue.code === "custom" ? String(issue.params?.code ?? "wrong_value") : issueCodes[issue.code];
    return [{ field: path, code: code ?? "wrong_value", message: messageOf(issue) }];
  });
  return errors.slice(0, MOST_ERRORS);
}

/** Turns a failed parse of a caller's input into a refusal that names each field. */
export function invalidInput(error: z.ZodError): AppError {
  const errors = fieldErrors(error.issues);
  // Names the missing field only: a refusal of the first field says nothing of the others.
  const [first] = errors;
  const detail = first?.field ? `Please check ${first.field}: ${first.message}` : (first?.message ?? "");
  return new AppError("invalid", detail, { errors, cause: error });
}

/** The code of an error or of its cause; "" without one. */
export function codeOf(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) if ("code" in e && typeof e.code === "string") return e.code;
  return "";
}

/** PostgreSQL ended the connection, is starting or stopping, has no connection left, or is unreachable. */
const LOST_CONNECTION = /^(57P0[123]|08\w{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** PostgreSQL can neither keep nor look for a value: text with NUL, a number beyond its column's, or what no index takes. */
const REFUSED_VALUE = /^(22003|22021|22P02|22P05|54000)$/;

/** The refusal while the database is out of reach. */
export const withoutDatabase = (cause?: unknown): AppError =>
  new AppError("unavailable", "The database does not answer at the moment. Please try again.", {
    retryAfter: 1,
    ...(cause !== undefined && { cause }),
  });

/**
 * Whether the database could not be reached. The driver gives no code for a connection that ended while a query waited
 * for it.
 */
export function hasLostConnection(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if (
      /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
        e.message,
      )
    )
      return true;
  return LOST_CONNECTION.test(codeOf(error));
}

/** Maps anything that was thrown to an `AppError`; the only place that does. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  // Next's bundle and the server's have two copies of this class, which meet in one process. What was refused where the
  // database is asked comes in an error of its driver.
  for (let e = error; e instanceof Error; e = code === "unavailable" ? e.cause : undefined)
    if (e.name === "AppError" && "code" in e) {
      const { code: given, message, extra } = e as AppError;
      return new AppError(given, message, extra);
    }
  if (
    code.startsWith("SQLITE_CONSTRAINT_UNIQUE") ||
    code.startsWith("SQLITE_CONSTRAINT_PRIMARYKEY") ||
    code === "23505"
  )
    return new AppError("conflict", "Something with this name or address already exists. Choose another.", {
      reason: "exists",
      cause: error,
    });
  if (REFUSED_VALUE.test(code))
    return new AppError("invalid", "This request holds a value that the database can neither keep nor look for.", {
      cause: error,
    });
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT" || code === "53100")
    return new AppError(
      "storage_full",
      "The disk is full, so nothing was saved. Reading goes on; free some space and try again.",
      { cause: error },
    );
  if (code === "SQLITE_BUSY")
    return new AppError("unavailable", "Another process is writing at the moment. Please try again.", {
      retryAfter: 1,
      cause: error,
    });
  if (hasLostConnection(error)) return withoutDatabase(error);
  return new AppError("internal", "Something went wrong on our side. Look for the request id in the server's log.", {
    cause: error,
  });
}
