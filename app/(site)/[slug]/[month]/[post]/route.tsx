import { decodePart } from "../../../../../lib/text/address-parts";
import { findPlace } from "../../../../../lib/doors/page";
import { places } from "../../../../../lib/features/site/places";
import { postForms } from "../../../forms";
import { postAt, postPage } from "../../../post-page";
import { sitePage } from "../../../site-page";

type Params = { slug: string; month: string; post: string };

/** A post below its year and month. Folders beside each other share the name of their first part. */
export const { GET, POST } = sitePage<Params>(async (asked, site) => {
  const { slug: year, month, post } = asked.params;
  const found = await findPlace(places["/[slug]/[month]/[post]"], asked.params);
  return postPage(site, postAt(found, `/${year}/${month}/${encodeURIComponent(decodePart(post))}`), asked);
}, postForms);
