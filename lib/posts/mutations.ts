import { eq } from "drizzle-orm";
import { placesFor, prepared } from "../../db";
import { posts } from "../../db/schema";
import { authorize } from "../core/access";
import { AppError } from "../core/errors";
import { nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { checkRace, forChange, prepareText, touched, whole } from "./changing";
import { setRelations } from "./relations";
import { indexPosts } from "./search-index";
import { isLive, plainColumns, save, saveWorkingText, statusColumns } from "./saves";
import * as shape from "./schema";
import { keepRedirect, slugFor } from "./slugs";
import { emptyText, textAfter } from "./texts";

/** A post that comes with its date from elsewhere was last edited then, not when it was taken over. */
const firstEdit = (createTime: Date | null | undefined, now: Date): Date => (createTime && createTime < now ? createTime : now);

/** Creates a post: a draft unless a status is given; PUBLISHED and INTIMATE publish it. */
export const createPost = mutation("createPost", {
  can: "write posts",
  input: shape.newPost,
  output: shape.post,
  touches: (_input, post) => (isLive(post.status) ? touched(post.id) : []),
  about: (_input, post) => ({ subject: `post:${post.id}`, summary: `${post.status} ${post.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: (given) => textAfter(emptyText, { originalContent: "", ...given }),
  run: async ({ db, actor, now }, given, text) => {
    const status = given.autoSave ? "DRAFT" : (given.status ?? "DRAFT");
    const slug = await slugFor(db, given.slug, given.title);
    const columns = { ...plainColumns(given), title: given.title, ...statusColumns(status, null, now), ...text };
    const values = { ...columns, toc: text?.toc ?? [], slug, authorId: actor.id, createTime: given.createTime ?? now, updateTime: now, editTime: firstEdit(given.createTime, now) };
    const { name, places } = placesFor(values);
    const [row] = await prepared(db, `new-post:${name}`, (on) => on.insert(posts).values(places).returning({ id: posts.id })).execute(values);
    if (!row) throw new Error("the post was not stored");
    await keepRedirect(db, row.id, null, slug);
    await setRelations(db, row.id, given);
    await indexPosts(db, [row.id]);
    return whole(db, actor, row.id);
  },
});

/**
 * Changes what is given and leaves the rest. With a live status it publishes, the working text
 * included; with `autoSave` it touches nothing that readers see.
 */
export const updatePost = mutation("updatePost", {
  can: "write posts",
  input: shape.postChanges,
  output: shape.post,
  touches: ({ autoSave, postId }) => (autoSave ? [] : touched(postId)),
  about: (_input, post) => ({ subject: `post:${post.id}`, summary: `${post.status} ${post.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: (given, actor) => prepareText(given.postId, given, actor),
  run: async ({ db, actor, now }, given, prepared) => {
    const before = await forChange(db, actor, given.postId, given.expectedVersion);
    checkRace(before, given, prepared);
    if (before.status === "RECYCLE" && (given.autoSave || !given.status || given.status === "RECYCLE"))
      throw new AppError("conflict", "This post is in the recycle bin. Restore it first, or save it with the status it is to have.");
    if (given.autoSave && isLive(before.status)) await saveWorkingText(db, before, prepared.text, now);
    else await save(db, actor, before, given, prepared.text, now);
    if (!given.autoSave) await indexPosts(db, [given.postId]);
    return whole(db, actor, given.postId);
  },
});

/** Saves the text alone: of a draft its only one, of a live post the working text. */
export const updatePostContent = mutation("updatePostContent", {
  can: "write posts",
  input: shape.postTextChanges,
  output: shape.post,
  touches: () => [],
  silent: true,
  prepare: (given, actor) => prepareText(given.postId, given, actor),
  run: async ({ db, actor, now }, given, prepared) => {
    const before = await forChange(db, actor, given.postId, given.expectedVersion);
    checkRace(before, given, prepared);
    if (before.status === "RECYCLE") throw new AppError("conflict", "This post is in the recycle bin. Restore it first.");
    if (isLive(before.status)) await saveWorkingText(db, before, prepared.text, now);
    else await save(db, actor, before, { autoSave: true }, prepared.text, now);
    return whole(db, actor, given.postId);
  },
});

/** Publishes, hides, recycles or restores; the text that readers see stays as it is. */
export const setPostStatus = mutation("setPostStatus", {
  can: "write posts",
  input: shape.postStatusChange,
  output: shape.post,
  touches: ({ postId }) => touched(postId),
  about: ({ status }, post) => ({ subject: `post:${post.id}`, summary: `${status} ${post.title}` }),
  run: async ({ db, actor, now }, { postId, status }) => {
    const before = await forChange(db, actor, postId);
    await db
      .update(posts)
      .set({ ...statusColumns(status, before, now), updateTime: now, version: before.version + 1 })
      .where(eq(posts.id, postId));
    await indexPosts(db, [postId]);
    return whole(db, actor, postId);
  },
});

/** Moves a post to the recycle bin; one that is there already, or with `permanent`, is deleted for good. */
export const deletePost = mutation("deletePost", {
  can: "write posts",
  input: shape.postRemoval,
  output: nothing,
  touches: ({ postId }) => touched(postId),
  about: ({ postId, permanent }) => ({ subject: `post:${postId}`, summary: permanent ? "deleted for good" : "deleted" }),
  run: async ({ db, actor, now }, { postId, permanent }) => {
    const before = await forChange(db, actor, postId);
    if (permanent) authorize(actor, "delete posts for good");
    if (permanent || before.status === "RECYCLE") await db.delete(posts).where(eq(posts.id, postId));
    else
      await db
        .update(posts)
        .set({ ...statusColumns("RECYCLE", before, now), updateTime: now, version: before.version + 1 })
        .where(eq(posts.id, postId));
    await indexPosts(db, [postId]);
  },
});

