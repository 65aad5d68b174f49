import { readAsVisitor } from "../../lib/doors/page";
import { listAuthorAddresses } from "../../lib/features/writing/posts/authors";

type Written = { author: { id: number } | null };

/** Records with the pages of their authors. */
export async function withBylines<T extends Written>(all: readonly T[]): Promise<(T & { authorUrl?: string })[]> {
  const ids = [...new Set(all.flatMap(({ author }) => (author ? [author.id] : [])))].toSorted((a, b) => a - b);
  const found = ids.length === 0 ? [] : await readAsVisitor(listAuthorAddresses, { ids });
  const urls = new Map(found.map(({ id, url }) => [id, url]));
  return all.map((each) => ({ ...each, authorUrl: each.author ? urls.get(each.author.id) : undefined }));
}
