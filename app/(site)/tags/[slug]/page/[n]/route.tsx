import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { furtherPage } from "../../../../further-page";
import { sitePage } from "../../../../site-page";
import { tagPage } from "../../tag-page";

export const { GET } = sitePage<{ slug: string; n: string }>(async ({ params }, site) => {
  const tag = await findPlace(places["/tags/[slug]/page/[n]"], params);
  return tagPage(site, tag, furtherPage(params.n, tag.url));
});
