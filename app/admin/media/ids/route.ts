import { mediaList } from "../../../../components/media/list";
import { listAttachmentIds, listAttachments } from "../../../../lib/features/attachments/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(mediaList, listAttachments, listAttachmentIds);
