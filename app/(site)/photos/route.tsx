import { sitePage } from "../site-page";
import { photosPage } from "./photos-page";

export const { GET } = sitePage((_asked, site) => photosPage(site, 1));
