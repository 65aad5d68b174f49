import { furtherPage } from "../../../further-page";
import { sitePage } from "../../../site-page";
import { photoPage } from "../../photo-page";

export const { GET } = sitePage<{ n: string }>(({ params }, site) => photoPage(site, furtherPage(params.n, "/photos")));
