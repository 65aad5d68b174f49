import { sitePage } from "../site-page";
import { archivePage } from "./archive-page";

export const { GET } = sitePage((_asked, site) => archivePage(site, 1));
