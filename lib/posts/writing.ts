import { writingOf } from "../drafts/writing";
import { post } from "./kind";
import { findPost, forDashboard } from "./queries";
import { addRelations, removeRelations } from "./relations";
import * as shape from "./schema";
import { indexPost, unindexPost } from "./search-index";

/** How posts are created and changed, as sheets are. */
export const writing = writingOf(post, {
  find: (db, actor, postId) => findPost(db, actor, "dashboard", { postId }),
  shown: forDashboard,
  answer: shape.post,
  relations: { add: addRelations, remove: removeRelations },
  index: { put: indexPost, remove: unindexPost },
  deleteForGood: "delete posts for good",
});
