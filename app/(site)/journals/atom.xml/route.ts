import { journalFeed } from "../../feeds/answer";

export const dynamic = "force-dynamic";

export const GET = journalFeed("atom.xml");
