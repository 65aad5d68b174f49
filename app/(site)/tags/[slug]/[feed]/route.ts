export const dynamic = "force-dynamic";

export { tagFeed as GET } from "../../../feeds/answer";
