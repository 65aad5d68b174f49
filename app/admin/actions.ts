"use server";

import { action } from "../../lib/doors/action";
import { setCommentsState, setCommentStates } from "../../lib/features/comments/queue/mutations";
import { retryJob } from "../../lib/services/jobs/mutations";

export const setCommentsStateAction = action(setCommentsState);
export const setCommentStatesAction = action(setCommentStates);
export const retryJobAction = action(retryJob);
