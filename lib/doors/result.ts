import type { ErrorCode } from "../core/errors";

export type { AsRead } from "../core/as-read";

/** A refused action, for components. */
type ActionError = {
  code: ErrorCode;
  /** One sentence for people. */
  message: string;
  /** The error of each field, by its name (dotted where nested). */
  fields: Record<string, string>;
  /** Seconds after which to try again, for `too_many` and `unavailable`. */
  retryAfter?: number;
  /** The current record, where somebody else has changed it (`stale`). */
  current?: unknown;
};

/** An action's answer: it never throws. An ended session is the code `unauthenticated`. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: ActionError };
