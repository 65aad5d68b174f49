import { z } from "zod";
import { mutation, query } from "../../../core/operation";
import { revisionsOf } from "../revisions";
import { isLive } from "../saves";
import * as revisionShape from "../revision-schema";
import { post } from "./collection";
import * as shape from "../schema";
import { writing } from "./writing";

const revisions = revisionsOf(post, writing);

/** Earlier texts of a post, the newest first, without the texts themselves. */
export const listPostRevisions = query("listPostRevisions", {
  can: "write posts",
  input: shape.postRef,
  output: z.array(revisionShape.postRevisionItem),
  reads: ({ postId }) => [`post:${postId}`],
  run: ({ db, actor }, { postId }) => revisions.listRevisions(db, actor, postId),
});

/** One earlier text. */
export const getPostRevision = query("getPostRevision", {
  can: "write posts",
  input: revisionShape.postRevisionRef,
  output: revisionShape.postRevision,
  reads: ({ postId }) => [`post:${postId}`],
  run: ({ db, actor }, { postId, revisionId }) => revisions.getRevision(db, actor, postId, revisionId),
});

/** One earlier text compared with the one being worked on. */
export const getPostRevisionDiff = query("getPostRevisionDiff", {
  can: "write posts",
  input: revisionShape.postRevisionRef,
  output: revisionShape.postRevisionDiff,
  reads: ({ postId }) => [`post:${postId}`],
  run: async ({ db, actor }, by) => ({
    ...by,
    ...(await revisions.compareRevision(db, actor, by.postId, by.revisionId)),
  }),
});

/**
 * Takes an earlier text up again: as the text of a draft, as the working text of a live post, whose
 * readers see nothing of it until it is saved. What it replaces is kept as a revision.
 */
export const restorePostRevision = mutation("restorePostRevision", {
  can: "write posts",
  input: revisionShape.postRevisionRef,
  output: shape.post,
  touches: ({ postId }, restored) => (isLive(restored.status) ? [] : writing.touched(postId)),
  about: ({ postId, revisionId }, restored) => ({
    subject: `post:${postId}`,
    summary: `revision ${revisionId} of ${restored.title}`,
  }),
  prepare: ({ postId, revisionId }, actor) => revisions.prepareRestore(actor, postId, revisionId),
  run: (context, _input, { editorType, ...prepared }) => writing.restore(context, prepared, editorType),
});
