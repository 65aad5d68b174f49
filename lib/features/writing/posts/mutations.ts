import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { deletingSummary, isLive, savingSummary } from "../saves";
import * as shape from "../schema";
import { type Prepared, writing } from "./writing";

/** Creates a post: a draft unless a status is given; PUBLISHED and INTIMATE publish it. */
export const createPost = mutation("createPost", {
  can: "write posts",
  input: shape.newPost,
  output: shape.post,
  summary: savingSummary,
  example: {
    title: "Notes on the engine",
    originalContent: "It weaves *algebraic* patterns.",
    status: "PUBLISHED",
    slug: "notes",
    categoryIds: [1],
    tagIds: [1],
    metas: [{ key: "source", value: "Taylor's Scientific Memoirs" }],
  },
  touches: (_input, post) => (isLive(post.status) ? writing.touched(post.id) : []),
  about: (_input, post) => ({ subject: `post:${post.id}`, summary: `${post.status} ${post.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: writing.prepareNew,
  run: writing.create,
});

/**
 * Changes the given fields. A live status publishes, the working text included; `autoSave` changes nothing that readers
 * see.
 */
export const updatePost = mutation("updatePost", {
  can: "write posts",
  input: shape.postChanges,
  output: shape.post,
  summary: savingSummary,
  example: {
    postId: 1,
    title: "Notes on the engine",
    originalContent: "It weaves *algebraic* patterns, as a loom weaves flowers.",
    status: "PUBLISHED",
  },
  touches: ({ autoSave, postId }) => (autoSave ? [] : writing.touched(postId)),
  about: (_input, post) => ({ subject: `post:${post.id}`, summary: `${post.status} ${post.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: (given, actor, last?: Prepared) => writing.prepareText(given.postId, given, actor, last),
  run: writing.update,
});

/** Saves the text alone: of a draft its only one, of a live post the working text. */
export const updatePostContent = mutation("updatePostContent", {
  can: "write posts",
  input: shape.postTextChanges,
  output: shape.post,
  example: { postId: 1, originalContent: "What is being written, and nobody reads yet." },
  touches: () => [],
  silent: true,
  prepare: (given, actor, last?: Prepared) => writing.prepareText(given.postId, given, actor, last),
  run: (context, _given, prepared) => writing.updateText(context, prepared),
});

/** Publishes, hides, recycles or restores; the public text stays. */
export const setPostStatus = mutation("setPostStatus", {
  can: "write posts",
  input: shape.postStatusChange,
  output: shape.post,
  touches: ({ postId }) => writing.touched(postId),
  about: ({ status }, post) => ({ subject: `post:${post.id}`, summary: `${status} ${post.title}` }),
  prepare: ({ postId, status }, actor) => writing.prepareStatus(postId, actor, status),
  run: (context, { status }, prepared) => writing.setStatus(context, prepared, status),
});

/** Moves a post to the recycle bin; deletes for good one that is there, or with `permanent`. */
export const deletePost = mutation("deletePost", {
  can: "write posts",
  input: shape.postRemoval,
  output: nothing,
  summary: deletingSummary,
  touches: ({ postId }) => writing.touched(postId),
  about: ({ postId, permanent }) => ({
    subject: `post:${postId}`,
    summary: permanent ? "deleted for good" : "deleted",
  }),
  prepare: ({ postId }, actor) => writing.prepareChange(postId, actor),
  run: (context, { permanent }, prepared) => writing.remove(context, prepared, permanent),
});
