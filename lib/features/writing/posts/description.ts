import { forDashboard, forVisitor } from "../answers";
import type { Description } from "../description";
import {
  postRevision,
  postRevisionDiff,
  postRevisionItem,
  postRevisionRef,
  workingTextDiscard,
} from "../revision-schema";
import * as shape from "../schema";
import { post as collection } from "./collection";
import { putRelations } from "./relations";
import { type RelatedPost, type WholeRow, withLists, withRelations } from "./rows";
import { indexPost, unindexPost, wordsOf } from "./search-index";
import { indexLater } from "./indexing";

const schemas = {
  new: shape.newPost,
  changes: shape.postChanges,
  textChanges: shape.postTextChanges,
  statusChange: shape.postStatusChange,
  removal: shape.postRemoval,
  workingTextDiscard,
  ref: shape.postRef,
  revisionRef: postRevisionRef,
  whole: shape.post,
  public: shape.publicPost,
  atAddress: shape.postAtAddress,
};

/** Posts: dated texts with categories and tags, found by the search. */
export const post: Description<{ postId: number }, RelatedPost<WholeRow>, typeof schemas> = {
  collection,
  numbered: (postId) => ({ postId }),
  placed: (post, movedTo) => ({ post, movedTo }),
  schemas,
  revisions: { item: postRevisionItem, text: postRevision, diff: postRevisionDiff },
  examples: {
    new: {
      title: "Notes on the engine",
      originalContent: "It weaves *algebraic* patterns.",
      status: "PUBLISHED",
      slug: "notes",
      categoryIds: [1],
      tagIds: [1],
      metas: [{ key: "source", value: "Taylor's Scientific Memoirs" }],
    },
    changes: {
      postId: 1,
      title: "Notes on the engine",
      originalContent: "It weaves *algebraic* patterns, as a loom weaves flowers.",
      status: "PUBLISHED",
    },
    textChanges: { postId: 1, originalContent: "What is being written, and nobody reads yet." },
  },
  titles: { discardWorkingText: "discardWorkingText", createPreviewLink: "createPreviewLink" },
  reads: { found: ["categories", "tags"], missing: ["categories"] },
  withRelations,
  complete: withLists,
  relate: putRelations,
  forDashboard,
  forVisitor,
  index: { words: wordsOf, put: indexPost, later: indexLater, remove: unindexPost },
};
