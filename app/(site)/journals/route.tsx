import { journalListForms } from "../forms";
import { sitePage } from "../site-page";
import { journalsPage } from "./journals-page";

export const { GET, POST } = sitePage((_asked, site) => journalsPage(site, 1), journalListForms);
