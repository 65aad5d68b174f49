import { findPlace } from "../../../../../../lib/doors/page";
import { places } from "../../../../../../lib/features/site/places";
import { furtherPage } from "../../../../further-page";
import { sitePage } from "../../../../site-page";
import { authorPage } from "../../author-page";
import { leadToOwn } from "../../own-address";

export const { GET } = sitePage<{ username: string; n: string }>(async ({ params }, site) => {
  const author = await findPlace(places["/authors/[username]/page/[n]"], params);
  const page = furtherPage(params.n, author.url);
  leadToOwn(author, params.username, `/page/${page}`);
  return authorPage(site, author, page);
});
