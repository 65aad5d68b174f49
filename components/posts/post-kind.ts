import {
  createDraftAction,
  createPostAction,
  createPreviewLinkAction,
  discardWorkingTextAction,
  getPostRevisionAction,
  listPostRevisionsAction,
  restorePostRevisionAction,
  setPostStatusAction,
  updatePostAction,
} from "../../app/admin/posts/actions";
import { type Kind, pathOf } from "../editor/kind";

/** Posts in the editor. */
export const postKind: Kind = {
  name: "post",
  path: pathOf.post,
  hasTaxonomy: true,
  createDraft: createDraftAction,
  create: createPostAction,
  update: (postId, changes) => updatePostAction({ ...changes, postId }),
  setStatus: (postId, status, expectedVersion) => setPostStatusAction({ postId, status, expectedVersion }),
  discard: (postId, expectedVersion) => discardWorkingTextAction({ postId, expectedVersion }),
  restoreRevision: (postId, revisionId) => restorePostRevisionAction({ postId, revisionId }),
  createPreviewLink: (postId) => createPreviewLinkAction({ postId }),
  listRevisions: (postId) => listPostRevisionsAction({ postId }),
  getRevision: (postId, revisionId) => getPostRevisionAction({ postId, revisionId }),
};
