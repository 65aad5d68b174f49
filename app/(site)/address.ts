/** A part of an address as its author wrote it. Next hands it over percent-encoded; broken encodings become U+FFFD. */
export const decodePart = (part: string): string =>
  new URLSearchParams(`part=${part.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("part") ?? "";

/** The number in `/page/{n}` or `/journals/{id}`; 0 where there is none. */
export const pageNumber = (part: string): number => (/^[1-9]\d{0,8}$/.test(part) ? Number(part) : 0);

/** Most characters of a keyword that are searched for. */
const MOST_CHARACTERS = 100;

/** What was typed into the search field, as far as it can be searched for. */
export function keywordFrom(given: string | string[] | undefined): string {
  const typed = (Array.isArray(given) ? given.at(-1) : given) ?? "";
  return [...typed.toWellFormed().replaceAll("\0", "")].slice(0, MOST_CHARACTERS).join("").trim();
}
