"use server";

import { action } from "../../../lib/doors/action";
import { deleteAttachments, setAttachmentTeams } from "../../../lib/features/attachments/bulk";
import { updateAttachment } from "../../../lib/features/attachments/mutations";
import { getAttachmentAt } from "../../../lib/features/attachments/queries";
import { listAttachmentUsages } from "../../../lib/features/attachments/usages";

export const updateAttachmentAction = action(updateAttachment);
export const setAttachmentTeamsAction = action(setAttachmentTeams);
export const deleteAttachmentsAction = action(deleteAttachments);
export const listAttachmentUsagesAction = action(listAttachmentUsages);
export const getAttachmentAtAction = action(getAttachmentAt);
