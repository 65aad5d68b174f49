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
