import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { furtherPage } from "../../../../further-page";
import { sitePage } from "../../../../site-page";
import { categoryPage } from "../../category-page";

export const { GET } = sitePage<{ slug: string; n: string }>(async ({ params }, site) => {
  const category = await findPlace(places["/categories/[slug]/page/[n]"], params);
  return categoryPage(site, category, furtherPage(params.n, category.url));
});
