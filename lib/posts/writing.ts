import { writingOf } from "../drafts/writing";
import { post } from "./kind";
import { findPost, forDashboard } from "./queries";
import { setRelations } from "./relations";
import * as shape from "./schema";
import { indexPosts } from "./search-index";

/** How posts are created and changed, as sheets are. */
export const writing = writingOf(post, {
  find: (db, actor, postId) => findPost(db, actor, "dashboard", { postId }),
  shown: forDashboard,
  answer: shape.post,
  setRelations,
  index: (db, postId) => indexPosts(db, [postId]),
  deleteForGood: "delete posts for good",
});
