import { journalListForms } from "../../../forms";
import { furtherPage } from "../../../further-page";
import { sitePage } from "../../../site-page";
import { journalsPage } from "../../journals-page";

export const { GET, POST } = sitePage<{ n: string }>(
  ({ params }, site) => journalsPage(site, furtherPage(params.n, "/journals")),
  journalListForms,
);
