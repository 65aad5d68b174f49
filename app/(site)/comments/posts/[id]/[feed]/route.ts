export const dynamic = "force-dynamic";

export { postCommentFeed as GET } from "../../../../feeds/answer";
