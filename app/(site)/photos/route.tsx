import { sitePage } from "../site-page";
import { photoPage } from "./photo-page";

export const { GET } = sitePage((_asked, site) => photoPage(site, 1));
