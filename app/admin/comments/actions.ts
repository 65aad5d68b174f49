"use server";

import { action } from "../../../lib/doors/action";
import { createBlock, deleteBlock } from "../../../lib/features/comments/blocks/mutations";
import {
  deleteComments,
  replyToComment,
  setCommentsState,
  setCommentStates,
  updateComment,
} from "../../../lib/features/comments/queue/mutations";
import { getComment, getCommentsRemoval } from "../../../lib/features/comments/queue/queries";

export const setCommentsStateAction = action(setCommentsState);
export const setCommentStatesAction = action(setCommentStates);
export const replyToCommentAction = action(replyToComment);
export const updateCommentAction = action(updateComment);
export const deleteCommentsAction = action(deleteComments);
export const getCommentAction = action(getComment);
export const getCommentsRemovalAction = action(getCommentsRemoval);
export const createBlockAction = action(createBlock);
export const deleteBlockAction = action(deleteBlock);
