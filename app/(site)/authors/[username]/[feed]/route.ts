export const dynamic = "force-dynamic";

export { authorFeed as GET } from "../../../feeds/answer";
