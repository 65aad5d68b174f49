import { type Prepared as Made, writingOf } from "../drafts/writing";
import { post } from "./kind";
import { findPost, forDashboard } from "./queries";
import { putRelations } from "./relations";
import { type RelatedPost, type WholeRow, withLists } from "./rows";
import * as shape from "./schema";
import { indexPost, unindexPost } from "./search-index";

export type Prepared = Made<RelatedPost<WholeRow>>;

/** How posts are created and changed, as sheets are. */
export const writing = writingOf(post, {
  find: (db, actor, postId) => findPost(db, actor, "dashboard", { postId }),
  shown: forDashboard,
  answer: shape.post,
  relate: putRelations,
  complete: withLists,
  index: { put: indexPost, remove: unindexPost },
  deleteForGood: "delete posts for good",
});
