const WORDS_PER_MINUTE = 240;

/** Whole minutes a text takes, at least one; 0 for a text that is not known or empty. */
export const minutesToRead = (wordCount: number | undefined): number => (wordCount ? Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE)) : 0);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x([\da-f]+);/gi, (_, hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)))
    .replace(/&([a-z]+);/g, (whole, name: string) => entities[name] ?? whole);

/** Whether a summary says something of its own, instead of repeating how the text begins. Enough letters to tell are compared. */
export function isOwnSummary(summary: string, html: string): boolean {
  const said = letters(summary).slice(0, 80);
  return said !== "" && !letters(textOf(html.slice(0, 4000))).startsWith(said);
}
