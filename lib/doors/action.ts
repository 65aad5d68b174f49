import type { z } from "zod";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { readSession } from "./actor";
import type { Result } from "./result";

/** Makes a server action of an operation: as whoever is signed in, and never throwing. A sign-in that has ended is refused, not taken for a visitor. */
export const action =
  <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) =>
  async (input: z.input<I>): Promise<Result<z.output<O>>> => {
    try {
      const { actor, ended } = await readSession();
      if (ended) throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
      return { ok: true, data: await operation(actor, input) };
    } catch (thrown) {
      return refusal(thrown);
    }
  };

/** Whatever was thrown, as the answer of an action. */
export function refusal(thrown: unknown): Extract<Result<never>, { ok: false }> {
  const { code, message, extra } = toAppError(thrown);
  if (code === "internal") console.error(thrown);
  const fields: Record<string, string> = {};
  for (const error of extra.errors ?? []) fields[error.field] ??= error.message;
  return { ok: false, error: { code, message, fields, ...(extra.current !== undefined && { current: extra.current }) } };
}
