/** The words that are being typed, or the numbers of what is chosen, as an address asks for them. */
export function whatToFind(given: URLSearchParams): { keyword: string } | { ids: number[] } {
  const ids = [...new Set(given.getAll("id").map(Number))].filter((id) => Number.isInteger(id) && id > 0);
  return ids.length > 0 ? { ids: ids.slice(0, 100) } : { keyword: given.get("keyword")?.slice(0, 100) ?? "" };
}
