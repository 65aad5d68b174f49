import type { z } from "zod";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { noteRun } from "../core/cache-keys";
import { sentencesOf } from "../services/words/sentences";
import type { Locale } from "../core/settings";
import { keepSignedIn, readSession } from "./actor";
import { siteLocale } from "./page";
import type { Result } from "./result";

/** Refuses at compile time what the operation would refuse when it runs: a field that it does not know. */
type Known<T, I> = T & Record<Exclude<keyof T, keyof I>, never>;

/** Makes a server action of an operation: as whoever is signed in, and never throwing. A sign-in that has ended is refused, not taken for a visitor. */
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

/** The same of an operation that may change the site's address. */
export const movingAction = <I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) => {
  const run = action(operation);
  return async <T extends z.input<I>>(input: Known<T, z.input<I>>): Promise<Result<z.output<O>>> =>
    keepSignedIn(() => run(input));
};

type Refused = Extract<Result<never>, { ok: false }>;

/** Whatever was thrown, as the answer of an action, in the language of the dashboard. */
export const refusal = async (thrown: unknown): Promise<Refused> => refusalIn(await siteLocale(), thrown);

/** The same in a language: each field by its code, the record as a whole by the reason, otherwise by the code of the error. */
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

/** The message file's words for the first of these codes that it knows, with the number of the operation's own sentence; otherwise that sentence. */
const wordsIn = (locale: Locale) => {
  const words: Record<string, string> = sentencesOf(locale).refusals;
  return (sentence: string, ...codes: string[]): string => {
    const known = codes.map((code) => words[code.replace(".", "_")]).find((text) => text !== undefined);
    return known?.replace("{number}", /\d+/.exec(sentence)?.[0] ?? "") ?? sentence;
  };
};
