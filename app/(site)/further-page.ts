import { notFound, permanentRedirect } from "next/navigation";
import { pageNumber } from "../../lib/text/address-parts";

/** The number of a page of a list after its first one, which has the address of the list itself. */
export function furtherPage(part: string, first: string): number {
  const page = pageNumber(part);
  if (page === 0) notFound();
  if (page === 1) permanentRedirect(first);
  return page;
}
