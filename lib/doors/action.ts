import type { z } from "zod";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { noteRun } from "../core/cache-keys";
import { sentencesOf } from "../services/words/sentences";
import type { Locale } from "../core/settings";
import { keepSignedIn, readSession } from "./actor";
import { siteLocale } from "./page";
import type { Result } from "./result";

/** A type error for input with a field that the operation does not know. */
type Known<T, I> = T & Record<Exclude<keyof T, keyof I>, never>;

/**
 * Makes a server action of an operation, as the signed-in actor; it never throws. An ended session is refused, not
 * treated as a visitor.
 */
export const action =
  <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) =>
  async <T extends z.input<I>>(input: Known<T, z.input<I>>): Promise<Result<z.output<O>>> => {
    noteRun();
    try {
      const { actor, ended } = await readSession();
      if (ended) throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
      return { ok: true, data: await operation(actor, input) };
    } catch (thrown) {
      return refusal(thrown);
    }
  };

/** The same for an operation that may change the site's address. */
export const movingAction = <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) => {
  const run = action(operation);
  return async <T extends z.input<I>>(input: Known<T, z.input<I>>): Promise<Result<z.output<O>>> =>
    keepSignedIn(() => run(input));
};

type Refused = Extract<Result<never>, { ok: false }>;

/** Turns anything thrown into an action's answer, in the dashboard's language. */
export const refusal = async (thrown: unknown): Promise<Refused> => refusalIn(await siteLocale(), thrown);

/** The same in a given language: fields by their codes, the record by the reason, otherwise by the error's code. */
export function refusalIn(locale: Locale, thrown: unknown): Refused {
  const { code, message, extra } = toAppError(thrown);
  if (code === "internal") console.error(thrown);
  const say = wordsIn(locale);
  const fields: Record<string, string> = {};
  for (const error of extra.errors ?? [])
    fields[error.field] ??= say(error.message, `${error.field}.${error.code}`, error.code);
  const [first] = Object.values(fields);
  return {
    ok: false,
    error: {
      code,
      message: first ?? say(message, extra.reason ?? code, code),
      fields,
      ...(extra.current !== undefined && { current: extra.current }),
      ...(extra.retryAfter !== undefined && { retryAfter: extra.retryAfter }),
    },
  };
}

/**
 * The words for the first of these codes that the language has, filled with the number in the operation's sentence;
 * otherwise that sentence.
 */
const wordsIn = (locale: Locale) => {
  const words: Record<string, string> = sentencesOf(locale).refusals;
  return (sentence: string, ...codes: string[]): string => {
    const known = codes.map((code) => words[code.replace(".", "_")]).find((text) => text !== undefined);
    return known?.replace("{number}", /\d+/.exec(sentence)?.[0] ?? "") ?? sentence;
  };
};
