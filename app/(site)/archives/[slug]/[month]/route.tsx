import { sitePage } from "../../../site-page";
import { archivePage, monthAt } from "../../archive-page";

/** `slug` is the year: the folder above gives its part of the path one name. */
export const { GET } = sitePage<{ slug: string; month: string }>(({ params: { slug, month } }, site) =>
  archivePage(site, 1, monthAt(slug, month)),
);
