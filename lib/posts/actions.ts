"use server";

import { action } from "../doors/action";
import { rememberProofs } from "../doors/actor";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { createDraft } from "../doors/once";
import { deletePosts, setPostsStatus, setPostStatuses, setPostsTags, tagPosts } from "./bulk";
import { createPost, setPostStatus, updatePost, updatePostContent } from "./mutations";
import { createPreviewLink, listMissingPaths, previewText } from "./previews";
import { getPostRevision, listPostRevisions, restorePostRevision } from "./revisions";
import { archiveUrl } from "./permalink";
import { unlockPost } from "./unlock";
import { discardWorkingText } from "./working-text";

/** The form before a protected post: a right password opens it in this browser. */
export async function unlockAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(unlockPost, state, form, {
    redirectTo: archiveUrl(String(form.get("slug"))),
    cookie: ({ proofs }) => rememberProofs(proofs),
  });
}

export const setPostsStatusAction = action(setPostsStatus);
export const setPostStatusesAction = action(setPostStatuses);
export const tagPostsAction = action(tagPosts);
export const setPostsTagsAction = action(setPostsTags);
export const deletePostsAction = action(deletePosts);

/** The first save of a new post, made once however often its answer gets lost. */
export async function createDraftAction(input: Parameters<typeof createDraft>[0]): ReturnType<typeof createDraft> {
  return createDraft(input);
}

export const createPostAction = action(createPost);
export const updatePostAction = action(updatePost);
export const updatePostContentAction = action(updatePostContent);
export const setPostStatusAction = action(setPostStatus);
export const discardWorkingTextAction = action(discardWorkingText);

export const previewTextAction = action(previewText);
export const listMissingPathsAction = action(listMissingPaths);
export const createPreviewLinkAction = action(createPreviewLink);

export const listPostRevisionsAction = action(listPostRevisions);
export const getPostRevisionAction = action(getPostRevision);
export const restorePostRevisionAction = action(restorePostRevision);
