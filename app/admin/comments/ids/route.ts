import { commentList } from "../../../../components/moderation/list";
import { listCommentIds, listComments } from "../../../../lib/features/comments/queue/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(commentList, listComments, listCommentIds);
