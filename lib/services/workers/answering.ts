import { AppError } from "../../core/errors";

/** One task for a worker; the answer has the same id. */
export type Request<T> = { id: number; task: T };

/**
 * A result, a refusal for the sender, or a fault of the program (with the system's code, such as ENOSPC); `progress`: how far
 * it is; `exhausted`:
 * the task takes more memory than it may, and the worker is to be ended.
 */
export type Answer<R> =
  | { id: number; exhausted: true }
  | { id: number; progress: unknown }
  | { id: number; result: R }
  | { id: number; refusal: { code: AppError["code"]; message: string; extra: AppError["extra"] } }
  | { id: number; fault: string; code: string | undefined };

/** The last answer to a task; others say how far it is. */
export type End<R> = Exclude<Answer<R>, { progress: unknown }>;

/** Does a task in a worker. An error's class is lost on its way to the server, so the answer says what it was. */
export async function answerTo<T, R>({ id, task }: Request<T>, work: (task: T) => Promise<R>): Promise<End<R>> {
  try {
    // A child's messages are JSON, in which nothing is null.
    return { id, result: (await work(task)) ?? (null as R) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, extra } = error;
      // A cause may be anything, and is not the sender's.
      return { id, refusal: { code, message, extra: { ...extra, cause: undefined } } };
    }
    return {
      id,
      fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      code: error instanceof Error && "code" in error ? String(error.code) : undefined,
    };
  }
}

/** The error that an answer stands for; null where it holds a result. */
export function errorIn(answer: Exclude<End<unknown>, { exhausted: true }>): Error | null {
  if ("result" in answer) return null;
  if ("refusal" in answer) {
    const { code, message, extra } = answer.refusal;
    return new AppError(code, message, extra);
  }
  // Keeps the file system's code, so that a full disk is recognised.
  return Object.assign(new Error(answer.fault), answer.code === undefined ? {} : { code: answer.code });
}
