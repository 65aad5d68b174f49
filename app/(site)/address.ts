/** The longest keyword that is searched for. */
const MOST_CHARACTERS = 100;

/** The keyword in a query, cut to its bound. */
export function keywordFrom(given: string | string[] | undefined): string {
  const typed = (Array.isArray(given) ? given.at(-1) : given) ?? "";
  return [...typed.toWellFormed().replaceAll("\0", "")].slice(0, MOST_CHARACTERS).join("").trim();
}
