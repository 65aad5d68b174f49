import { mutationsOf } from "../mutations";
import { post } from "./description";

/** What is done with posts, as `mutationsOf` says of each. */
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
