import { furtherPage } from "../../../further-page";
import { sitePage } from "../../../site-page";
import { archivePage } from "../../archive-page";

export const { GET } = sitePage<{ n: string }>(({ params }, site) =>
  archivePage(site, furtherPage(params.n, "/archives")),
);
