import type { Locale } from "../../../core/languages";
import { type Pattern, patternsIn, saidBy } from "../patterns";
import { remarkIn } from "../remarks/remarks";
import zhCN from "./zh-CN.json";

/**
 * What each operation writes into the audit log, the titles of jobs, and the words that stand in both. By operation, so
 * that a tag named "deleted" stays what it is.
 */
type Words = {
  sentences: Readonly<Record<string, Readonly<Record<string, string>>>>;
  jobs: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
};
const byLocale: Partial<Record<Locale, Words>> = { "zh-CN": zhCN };

const made = new WeakMap<object, Pattern[]>();
function patternsOf(table: Readonly<Record<string, string>>): Pattern[] {
  const known = made.get(table);
  if (known) return known;
  const patterns = patternsIn(table);
  made.set(table, patterns);
  return patterns;
}

/** Places whose own words are translated, too. */
const translated = new Set(["status", "state", "role", "visibility", "reason", "target", "ip"]);
const numbers = new Set(["n", "replies", "changed", "id"]);
const fits = (name: string, words: string): boolean => !numbers.has(name) || /^\d+$/.test(words);

function valueIn(locale: Locale, words: Words, name: string, text: string): string {
  if (name === "job") return jobTitleIn(locale, text);
  if (name === "changes")
    return text
      .split(", ")
      .map((part) => valueIn(locale, words, "role", part))
      .join("，");
  if (!translated.has(name)) return text;
  const within = (inner: string, part: string) => valueIn(locale, words, inner, part);
  return saidBy(patternsOf(words.values), text, within, fits) ?? remarkIn(locale, text);
}

/** A line of the audit log for readers of the dashboard; programs read it as it was written, in English. */
export function summaryIn(locale: Locale, operation: string, summary: string): string {
  return knownSummary(locale, operation, summary) ?? summary;
}

/** The same; null where the language has no words for what the operation says. */
export function knownSummary(locale: Locale, operation: string, summary: string): string | null {
  const words = byLocale[locale];
  const sentences = words?.sentences[operation];
  return words && sentences
    ? saidBy(patternsOf(sentences), summary, (name, text) => valueIn(locale, words, name, text), fits)
    : null;
}

/** The fewest letters of a keyword that is looked for in sentences; single ones stand in most of them. */
const FEWEST_LETTERS = 2;

/**
 * The sentences that are said with this keyword in a language, as they are written: by operation, the words between
 * their places. What stands at a place that is translated, such as a status, is looked for by its own words.
 */
export function summariesHolding(locale: Locale, keyword: string): { operation: string; pieces: string[] }[] {
  const words = byLocale[locale];
  const wanted = keyword.trim().toLowerCase();
  if (!words || [...wanted].length < FEWEST_LETTERS) return [];
  const holds = ({ said }: Pattern) => said.split(/\{\w+\}/).some((piece) => piece.toLowerCase().includes(wanted));
  const values = [words.values, words.jobs].flatMap((table) => patternsOf(table).filter(holds));
  return Object.entries(words.sentences).flatMap(([operation, table]) =>
    patternsOf(table).flatMap((pattern) => {
      if (holds(pattern)) return [{ operation, pieces: pattern.pieces }];
      const isFilled = pattern.names.some((name) => translated.has(name) || name === "job" || name === "changes");
      return isFilled ? values.map(({ pieces }) => ({ operation, pieces: ["", ...pieces, ""] })) : [];
    }),
  );
}

/** A job's title for readers of the dashboard. */
export function jobTitleIn(locale: Locale, title: string): string {
  return knownJobTitle(locale, title) ?? title;
}

/** The same; null where the language has no words for it. */
export function knownJobTitle(locale: Locale, title: string): string | null {
  const words = byLocale[locale];
  return words ? saidBy(patternsOf(words.jobs), title, (name, text) => valueIn(locale, words, name, text), fits) : null;
}

/** Whether a language has words of its own, other than the English that is stored. */
export const hasSummaries = (locale: Locale): boolean => byLocale[locale] !== undefined;

/** The operations that a language has words for. */
export const summarised = (locale: Locale): string[] => Object.keys(byLocale[locale]?.sentences ?? {});
