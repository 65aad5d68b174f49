import { decodePart } from "../../../../lib/text/address-parts";
import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { postForms } from "../../forms";
import { postAt, postPage } from "../../post-page";
import { sitePage } from "../../site-page";

/** A post. */
export const { GET, POST } = sitePage<{ slug: string }>(async (asked, site) => {
  const found = await findPlace(places["/archives/[slug]"], asked.params);
  return postPage(site, postAt(found, `/archives/${encodeURIComponent(decodePart(asked.params.slug))}`), asked);
}, postForms);
