import { decodePart } from "../../../../../../lib/text/address-parts";
import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { postForms } from "../../../../forms";
import { postAt, postPage } from "../../../../post-page";
import { sitePage } from "../../../../site-page";

type Params = { slug: string; month: string; post: string; last: string };

/** A post below its year, month and day. Folders beside each other share the names of their parts. */
export const { GET, POST } = sitePage<Params>(async (asked, site) => {
  const { slug: year, month, post: day, last } = asked.params;
  const found = await findPlace(places["/[slug]/[month]/[post]/[last]"], asked.params);
  return postPage(site, postAt(found, `/${year}/${month}/${day}/${encodeURIComponent(decodePart(last))}`), asked);
}, postForms);
