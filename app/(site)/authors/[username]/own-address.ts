import { permanentRedirect } from "next/navigation";
import type { AuthorPage } from "../../../../lib/features/writing/posts/schema";
import { decodePart } from "../../../../lib/text/address-parts";

/**
 * Leads to an author's own address, below which `rest` is: a name is found in any case, and each of its many spellings
 * would be kept as a page of its own.
 */
export function leadToOwn({ username, url }: AuthorPage, asked: string, rest = ""): void {
  if (decodePart(asked) !== username) permanentRedirect(url + rest);
}
