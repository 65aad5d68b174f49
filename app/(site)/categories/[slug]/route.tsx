import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { sitePage } from "../../site-page";
import { categoryPage } from "./category-page";

export const { GET } = sitePage<{ slug: string }>(async ({ params }, site) =>
  categoryPage(site, await findPlace(places["/categories/[slug]"], params), 1),
);
