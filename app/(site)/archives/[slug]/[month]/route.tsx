import { sitePage } from "../../../site-page";
import { archivePage, monthAt } from "../../archive-page";

/** `slug` is the year: the folder above has one name for what stands in it. */
export const { GET } = sitePage<{ slug: string; month: string }>(({ params: { slug, month } }, site) =>
  archivePage(site, 1, monthAt(slug, month)),
);
