import { toAppError } from "../core/errors";
import type { Locale } from "../core/languages";
import { sentencesOf } from "../services/words/sentences";
import type { Result } from "./result";

export type Refused = Extract<Result<never>, { ok: false }>;

/**
 * Turns anything thrown into an answer in a given language: fields by their codes, the whole by its reason; without one by its first field, or by
 * the error's code.
 */
export function refusalIn(locale: Locale, thrown: unknown): Refused {
  const { code, message, extra } = toAppError(thrown);
  if (code === "internal") console.error(thrown);
  const say = wordsIn(locale, () => refusalIn(locale, extra.cause).error.message);
  const fields: Record<string, string> = {};
  for (const error of extra.errors ?? [])
    fields[error.field] ??= say(error.message, `${error.field}.${error.code}`, error.code);
  const [first] = Object.values(fields);
  return {
    ok: false,
    error: {
      code,
      message: extra.reason === undefined && first !== undefined ? first : say(message, extra.reason ?? code, code),
      fields,
      ...(extra.current !== undefined && { current: extra.current }),
      ...(extra.retryAfter !== undefined && { retryAfter: extra.retryAfter }),
    },
  };
}

/**
 * The words for the first of these codes that the language has, filled with the number in the operation's sentence, and
 * with what was refused within it, such as a line of a table; otherwise that sentence.
 */
const wordsIn = (locale: Locale, within: () => string) => {
  const words: Record<string, string> = sentencesOf(locale).refusals;
  return (sentence: string, ...codes: string[]): string => {
    const known = codes.map((code) => words[code.replace(".", "_")]).find((text) => text !== undefined);
    return (
      known?.replace("{number}", () => /\d+/.exec(sentence)?.[0] ?? "").replace("{reason}", () => within()) ?? sentence
    );
  };
};
