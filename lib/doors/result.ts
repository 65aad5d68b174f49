import type { ErrorCode } from "../core/errors";

/** Why an action was refused, as a component shows it. */
type ActionError = {
  code: ErrorCode;
  /** One sentence a person can act on. */
  message: string;
  /** What is wrong with each field, by its name (dotted where it lies deeper). */
  fields: Record<string, string>;
  /** Seconds until another try makes sense, for `too_many` and `unavailable`. */
  retryAfter?: number;
  /** The record as it stands now, where somebody else has changed it (`stale`). */
  current?: unknown;
};

/** What an action answers: it never throws. An ended session is the code `unauthenticated`. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: ActionError };
