import type { Target as Found } from "../../lib/features/menus/schema";
import type { Target } from "./text-view";

/** The fewest characters to search for; fewer match everything. */
const LEAST = 2;

/** Pages of this site with these words in their names, for a link to one of them. Answers that nobody waits for any more reject. */
export async function findTexts(words: string, signal: AbortSignal): Promise<Target[]> {
  const keyword = words.trim();
  if (keyword.length < LEAST) return [];
  const response = await fetch(`/admin/find/pages?keyword=${encodeURIComponent(keyword)}`, {
    signal,
    headers: { accept: "application/json" },
  });
  // Without a session the answer is a page.
  const isAnswered = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isAnswered) return [];
  return ((await response.json()) as Found[]).map(({ name, url }) => ({ title: name, url }));
}
