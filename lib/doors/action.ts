import type { z } from "zod";
import type { AsRead } from "../core/as-read";
import { AppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { noteRun } from "../core/cache-keys";
import { keepSignedIn, readSession } from "./actor";
import { ownLocale } from "./page";
import { refusalIn, type Refused } from "./refusal";
import type { Result } from "./result";

/** A type error for input with a field that the operation does not know. */
type Known<T, I> = T & Record<Exclude<keyof T, keyof I>, never>;

/** Whatever a browser sends is data of any kind. */
const isFields = (sent: unknown): sent is AsRead => typeof sent === "object" && sent !== null;

/**
 * Makes a server action of an operation, as the signed-in actor; it never throws. An ended session is refused, not
 * treated as a visitor. `asRead`: what the form was filled from.
 */
export const action =
  <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) =>
  async <T extends z.input<I>>(input: Known<T, z.input<I>>, asRead?: AsRead): Promise<Result<z.output<O>>> => {
    noteRun();
    try {
      const { actor, ended } = await readSession();
      if (ended) throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
      return { ok: true, data: await operation(actor, input, undefined, isFields(asRead) ? asRead : undefined) };
    } catch (thrown) {
      return refusal(thrown);
    }
  };

/** The same for an operation that may change the site's address. */
export const movingAction = <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) => {
  const run = action(operation);
  return async <T extends z.input<I>>(input: Known<T, z.input<I>>, asRead?: AsRead): Promise<Result<z.output<O>>> =>
    keepSignedIn(() => run(input, asRead));
};

/** Turns anything thrown into an action's answer, in the person's language. */
export const refusal = async (thrown: unknown): Promise<Refused> => refusalIn(await ownLocale(), thrown);
