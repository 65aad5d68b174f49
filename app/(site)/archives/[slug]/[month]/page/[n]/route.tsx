import { monthUrl } from "../../../../../../../components/site/archive";
import { furtherPage } from "../../../../../further-page";
import { sitePage } from "../../../../../site-page";
import { archivePage, monthAt } from "../../../../archive-page";

export const { GET } = sitePage<{ slug: string; month: string; n: string }>(({ params: { slug, month, n } }, site) => {
  const of = monthAt(slug, month);
  return archivePage(site, furtherPage(n, monthUrl(of.year, of.month)), of);
});
