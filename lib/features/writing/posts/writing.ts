import type { Prepared as Made } from "../preparing";
import { writingOf } from "../writing";
import { post } from "./collection";
import { findPost, forDashboard } from "./queries";
import { putRelations } from "./relations";
import { type RelatedPost, type WholeRow, withLists } from "./rows";
import * as shape from "../schema";
import { indexPost, unindexPost, wordsOf } from "./search-index";

export type Prepared = Made<RelatedPost<WholeRow>>;

/** How posts are created and changed, as sheets are. */
export const writing = writingOf(post, {
  find: (db, actor, postId) => findPost(db, actor, "dashboard", { postId }),
  shown: forDashboard,
  answer: shape.post,
  relate: putRelations,
  complete: withLists,
  index: { words: wordsOf, put: indexPost, remove: unindexPost },
  deleteForGood: "delete posts for good",
});
