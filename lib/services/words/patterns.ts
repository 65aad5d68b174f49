/** A sentence with `{places}`: the literal pieces, and the name of the place after each of them but the last. */
export type Pattern = { sentence: string; pieces: string[]; names: string[]; said: string };

const patternOf = (sentence: string, said: string): Pattern => ({
  sentence,
  pieces: sentence.split(/\{\w+\}/),
  names: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  said,
});

const literal = ({ pieces }: Pattern): number => pieces.join("").length;

/** The patterns of a table; sentences that say more come first, as others would match them in part. */
export const patternsIn = (table: Readonly<Record<string, string>>): Pattern[] =>
  Object.entries(table)
    .map(([sentence, said]) => patternOf(sentence, said))
    .sort((a, b) => literal(b) - literal(a));

/** What stands at the places of a pattern; null where the text is another sentence. */
export function matched(text: string, { pieces, names }: Pattern): Map<string, string> | null {
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

/** A text as the first pattern that it matches says it, with `place` for the words at each place; null: none does. */
export function saidBy(
  patterns: readonly Pattern[],
  text: string,
  place: (name: string, words: string) => string,
  fits: (name: string, words: string) => boolean = () => true,
): string | null {
  for (const pattern of patterns) {
    const found = matched(text, pattern);
    if (found && [...found].every(([name, words]) => fits(name, words)))
      return pattern.said.replace(/\{(\w+)\}/g, (_place, name: string) => place(name, found.get(name) ?? ""));
  }
  return null;
}
