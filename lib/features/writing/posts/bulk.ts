import { bulkOf } from "../bulk";
import { post } from "./description";
import * as lists from "./schema";

/** The operations on several posts; `bulkOf` documents each. */
export const {
  setStatus: setPostsStatus,
  setStatuses: setPostStatuses,
  remove: deletePosts,
} = bulkOf(post, {
  statusChange: lists.postsStatusChange,
  statusesChange: lists.postStatusesChange,
  removal: lists.postsRemoval,
  before: lists.statusesBefore,
});
