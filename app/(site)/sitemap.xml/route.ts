import { siteMap } from "../site-map";

export const dynamic = "force-dynamic";

export const GET = () => siteMap();
