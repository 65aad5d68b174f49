"use server";

import { action } from "../../../lib/doors/action";
import { getMailingPlan } from "../../../lib/features/followers/queries";
import { getPostViews } from "../../../lib/features/statistics/views";
import { createOnce } from "../../../lib/doors/once";
import { deletePosts, setPostsStatus, setPostStatuses } from "../../../lib/features/writing/posts/bulk";
import {
  categorizePosts,
  setPostsCategories,
  setPostsTags,
  tagPosts,
} from "../../../lib/features/writing/posts/filing";
import {
  createPost,
  createPreviewLink,
  discardWorkingText,
  restorePostRevision,
  setPostStatus,
  updatePost,
} from "../../../lib/features/writing/posts/mutations";
import { listMissingPaths, previewText } from "../../../lib/features/writing/posts/previews";
import { getPost, getPostRevision, listPostRevisions } from "../../../lib/features/writing/posts/queries";

export const setPostsStatusAction = action(setPostsStatus);
export const setPostStatusesAction = action(setPostStatuses);
export const tagPostsAction = action(tagPosts);
export const setPostsTagsAction = action(setPostsTags);
export const categorizePostsAction = action(categorizePosts);
export const setPostsCategoriesAction = action(setPostsCategories);
export const deletePostsAction = action(deletePosts);

/** The first save of a new post; repeated requests make it once. */
export const createDraftAction = createOnce("draft", createPost, (actor, postId) => getPost(actor, { postId }));

export const createPostAction = action(createPost);
export const updatePostAction = action(updatePost);
export const setPostStatusAction = action(setPostStatus);
export const discardWorkingTextAction = action(discardWorkingText);

export const previewTextAction = action(previewText);
export const listMissingPathsAction = action(listMissingPaths);
export const createPreviewLinkAction = action(createPreviewLink);

export const listPostRevisionsAction = action(listPostRevisions);
export const getPostRevisionAction = action(getPostRevision);
export const restorePostRevisionAction = action(restorePostRevision);

export const getPostViewsAction = action(getPostViews);
export const getMailingPlanAction = action(getMailingPlan);
