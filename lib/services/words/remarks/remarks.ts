import type { Locale } from "../../../core/languages";
import en from "./en.json";
import zhCN from "./zh-CN.json";

/** A sentence with `{places}`: the literal pieces, and the name of the place after each of them but the last. */
type Pattern = { sentence: string; pieces: string[]; names: string[]; said: string };

/** Places whose own words are translated, too. */
const translated = new Set(["reason", "what", "kind", "status"]);

const patternOf = (sentence: string, said: string): Pattern => ({
  sentence,
  pieces: sentence.split(/\{\w+\}/),
  names: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  said,
});

const literal = ({ pieces }: Pattern): number => pieces.join("").length;

/** What stands at the places of a pattern; null where the text is another sentence. */
function matched(text: string, { pieces, names }: Pattern): Map<string, string> | null {
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return text === first ? new Map<string, string>() : null;
  const last = rest.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const found = new Map<string, string>();
  let at = first.length;
  for (const [i, piece] of rest.entries()) {
    const to = i === rest.length - 1 ? text.length - last.length : text.indexOf(piece, at);
    if (to < at) return null;
    found.set(names[i] ?? "", text.slice(at, to));
    at = to + piece.length;
  }
  return found;
}

const byLocale: Partial<Record<Locale, Readonly<Record<string, string>>>> = { en, "zh-CN": zhCN };
const patterns = new Map<Locale, Pattern[]>();

/** The patterns of a language; sentences that say more come first, as others would match them in part. */
function patternsOf(locale: Locale): Pattern[] {
  const known = patterns.get(locale);
  if (known) return known;
  const made = Object.entries(byLocale[locale] ?? {})
    .map(([sentence, said]) => patternOf(sentence, said))
    .sort((a, b) => literal(b) - literal(a));
  patterns.set(locale, made);
  return made;
}

/**
 * What an import says of a record, for readers of the dashboard: in their language, and without options of the command
 * line that they have as fields. Reports keep their English, which programs read. A sentence that is not known stays as
 * it is.
 */
export function remarkIn(locale: Locale, text: string): string {
  for (const pattern of patternsOf(locale)) {
    const found = matched(text, pattern);
    if (found)
      return pattern.said.replace(/\{(\w+)\}/g, (_place, name: string) => {
        const words = found.get(name) ?? "";
        return translated.has(name) ? remarkIn(locale, words) : words;
      });
  }
  return text;
}

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
