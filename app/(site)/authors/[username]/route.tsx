import { permanentRedirect } from "next/navigation";
import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { decodePart } from "../../../../lib/text/address-parts";
import { sitePage } from "../../site-page";
import { authorPage } from "./author-page";

export const { GET } = sitePage<{ username: string }>(async ({ params }, site) => {
  const author = await findPlace(places["/authors/[username]"], params);
  // A name is found in any case, and its page has one address.
  if (decodePart(params.username) !== author.username) permanentRedirect(author.url);
  return authorPage(site, author, 1);
});
