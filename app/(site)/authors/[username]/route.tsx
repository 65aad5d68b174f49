import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { sitePage } from "../../site-page";
import { authorPage } from "./author-page";
import { leadToOwn } from "./own-address";

export const { GET } = sitePage<{ username: string }>(async ({ params }, site) => {
  const author = await findPlace(places["/authors/[username]"], params);
  leadToOwn(author, params.username);
  return authorPage(site, author, 1);
});
