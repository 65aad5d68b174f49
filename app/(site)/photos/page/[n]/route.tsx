import { furtherPage } from "../../../further-page";
import { sitePage } from "../../../site-page";
import { photosPage } from "../../photos-page";

export const { GET } = sitePage<{ n: string }>(({ params }, site) =>
  photosPage(site, furtherPage(params.n, "/photos")),
);
