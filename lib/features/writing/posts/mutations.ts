import { mutationsOf } from "../mutations";
import { post } from "./description";

/** The mutations of posts; `mutationsOf` documents each. */
export const {
  create: createPost,
  update: updatePost,
  updateContent: updatePostContent,
  setStatus: setPostStatus,
  remove: deletePost,
  discardWorkingText,
  restoreRevision: restorePostRevision,
  createPreviewLink,
} = mutationsOf(post);
