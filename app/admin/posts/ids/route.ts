import { postList } from "../../../../components/posts/list";
import { listPosts } from "../../../../lib/features/writing/posts/queries";
import { listPostIds } from "../../../../lib/features/writing/posts/selection";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(postList, listPosts, listPostIds);
