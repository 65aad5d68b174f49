/** Most characters of a keyword that are searched for. */
const MOST_CHARACTERS = 100;

/** What was typed into the search field, as far as it can be searched for. */
export function keywordFrom(given: string | string[] | undefined): string {
  const typed = (Array.isArray(given) ? given.at(-1) : given) ?? "";
  return [...typed.toWellFormed().replaceAll("\0", "")].slice(0, MOST_CHARACTERS).join("").trim();
}
