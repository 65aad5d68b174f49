import { type ErrorCode, type FieldError, statusOf, toAppError } from "../core/errors";
import { storageFailure } from "../../db/explained";

/** The reason of a refusal, for the command line. */
export type Refusal = { code: ErrorCode | "storage"; message: string; errors?: FieldError[] };
export type Attempt<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Turns anything thrown into one clear line. */
export function refusalOf(thrown: unknown): Refusal {
  const error = toAppError(thrown);
  const failure = error.code === "internal" ? storageFailure(thrown) : null;
  if (failure) return { code: "storage", message: failure.message };
  const { errors } = error.extra;
  if (statusOf[error.code] !== 500) return { code: error.code, message: error.message, ...(errors && { errors }) };
  // Shows the original error: the reader is the owner, and there is no log.
  const cause = error.extra.cause ?? error.cause;
  return {
    code: error.code,
    message: `Something went wrong on our side: ${cause instanceof Error ? cause.message : String(thrown)}`,
  };
}

/** Runs one step of a command, so that later steps continue when it is refused. */
export async function attempt<T>(work: () => Promise<T> | T): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, refusal: refusalOf(thrown) };
  }
}
