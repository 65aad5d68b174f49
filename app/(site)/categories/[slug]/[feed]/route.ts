export const dynamic = "force-dynamic";

export { categoryFeed as GET } from "../../../feeds/answer";
