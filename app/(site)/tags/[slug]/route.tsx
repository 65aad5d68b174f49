import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { sitePage } from "../../site-page";
import { tagPage } from "./tag-page";

export const { GET } = sitePage<{ slug: string }>(async ({ params }, site) =>
  tagPage(site, await findPlace(places["/tags/[slug]"], params), 1),
);
