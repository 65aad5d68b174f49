export const dynamic = "force-dynamic";

export { commentFeed as GET } from "../../feeds/answer";
