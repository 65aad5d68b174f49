"use server";

import { action } from "../doors/action";
import { rememberProofs } from "../doors/actor";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { deletePosts, setPostsStatus, setPostStatuses, setPostsTags, tagPosts } from "./bulk";
import { postUrl } from "./rows";
import { unlockPost } from "./unlock";

/** The form before a protected post: a right password opens it in this browser. */
export async function unlockAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(unlockPost, state, form, { redirectTo: postUrl(String(form.get("slug"))), cookie: ({ proofs }) => rememberProofs(proofs) });
}

export const setPostsStatusAction = action(setPostsStatus);
export const setPostStatusesAction = action(setPostStatuses);
export const tagPostsAction = action(tagPosts);
export const setPostsTagsAction = action(setPostsTags);
export const deletePostsAction = action(deletePosts);
