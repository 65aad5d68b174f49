import { siteFeed } from "../feeds/answer";

export const dynamic = "force-dynamic";

export const GET = siteFeed("atom.xml");
