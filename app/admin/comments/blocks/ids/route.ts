import { blockList } from "../../../../../components/moderation/list";
import { listBlocks } from "../../../../../lib/features/comments/blocks/queries";
import { idsRoute } from "../../../list-page";

export const GET = idsRoute(blockList, listBlocks);
