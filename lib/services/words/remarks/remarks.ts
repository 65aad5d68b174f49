import type { Locale } from "../../../core/languages";
import { matched, type Pattern, patternsIn, saidBy } from "../patterns";
import en from "./en.json";
import zhCN from "./zh-CN.json";

/** Places whose own words are translated, too. */
const translated = new Set(["reason", "what", "kind", "status"]);

const byLocale: Partial<Record<Locale, Readonly<Record<string, string>>>> = { en, "zh-CN": zhCN };
const patterns = new Map<Locale, Pattern[]>();

function patternsOf(locale: Locale): Pattern[] {
  const known = patterns.get(locale);
  if (known) return known;
  const made = patternsIn(byLocale[locale] ?? {});
  patterns.set(locale, made);
  return made;
}

/**
 * What an import says of a record, for readers of the dashboard: in their language, and without options of the command
 * line that they have as fields. Reports keep their English, which programs read. A sentence that is not known stays as
 * it is.
 */
export const remarkIn = (locale: Locale, text: string): string =>
  saidBy(patternsOf(locale), text, (name, words) => (translated.has(name) ? remarkIn(locale, words) : words)) ?? text;

const sentenceOf = (text: string): Pattern | undefined =>
  patternsOf("zh-CN").find((each) => matched(text, each) !== null);

/** What tells remarks of one sort from others; one that is not known is of its own sort. */
export const sortOf = (text: string): string => sentenceOf(text)?.sentence ?? text;

/** Remarks of one sort as one, with `…` for what differs. */
export function inCommon([first = "", ...others]: readonly string[]): string {
  const pattern = sentenceOf(first);
  if (!pattern) return first;
  const words = matched(first, pattern);
  const rest = others.map((text) => matched(text, pattern));
  return pattern.sentence.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const word = words?.get(name) ?? "";
    return rest.every((each) => each?.get(name) === word) ? word : "…";
  });
}

/** Every sentence that is known, for the test that finds those that are no longer said. */
export const knownRemarks = (locale: Locale): string[] => Object.keys(byLocale[locale] ?? {});
