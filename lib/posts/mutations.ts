import { eq } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../db";
import { posts } from "../../db/schema";
import { type Actor, authorize, authorizeEdit } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { nothing } from "../core/fields";
import { engine, mutation } from "../core/operation";
import { findPost, forDashboard } from "./queries";
import { setRelations } from "./relations";
import type { WholeRow } from "./rows";
import { type Fields, isLive, plainColumns, save, saveWorkingText, statusColumns } from "./saves";
import * as shape from "./schema";
import { keepRedirect, slugFor } from "./slugs";
import { emptyText, type Text, textAfter } from "./texts";

const touched = (postId: number) => ["posts", `post:${postId}`];

async function whole(db: Database, actor: Actor, postId: number) {
  const found = await findPost(db, actor, "dashboard", { postId });
  if (!found) throw notFound();
  return forDashboard(found);
}

/** A post about to be changed: this actor's to change, and as the caller last saw it. */
async function forChange(db: Database, actor: Actor, postId: number, expectedVersion?: number) {
  const found = await findPost(db, actor, "dashboard", { postId });
  if (!found) throw notFound();
  authorizeEdit(actor, found);
  if (expectedVersion !== undefined && expectedVersion !== found.version)
    throw new AppError("stale", "This post was changed elsewhere since you read it.", { current: shape.post.parse(forDashboard(found)) });
  return found;
}

/** What slow work before the transaction found: the text a save results in, and the version it was made from. */
type Prepared = { text: Text | null; version: number };

/** Renders outside the transaction; the texts that were not sent are read beforehand. */
async function prepareText(postId: number, given: Fields, actor: Actor): Promise<Prepared> {
  const before = await findPost(engine().reader, actor, "dashboard", { postId });
  if (!before) throw notFound();
  authorizeEdit(actor, before);
  const text = await textAfter(forDashboard(before), given);
  // A deliberate save without a text of its own brings the working text out.
  const { workingOriginalContent: originalContent, workingContent: content, workingKeepRaw: keepRaw } = before;
  const bringOut = text === null && before.inProgress && !given.autoSave;
  return { text: bringOut ? await textAfter(before, { originalContent, content, keepRaw }) : text, version: before.version };
}

/** Refuses a text that was put together from what another save has changed in between. */
function checkRace(before: WholeRow, given: Fields, prepared: Prepared): void {
  const isWhole = given.originalContent !== undefined && given.keepRaw !== undefined && given.editorType !== undefined;
  if (prepared.version !== before.version && !isWhole && (prepared.text || before.inProgress)) throw new AppError("conflict", "Somebody saved this post at the same moment. Please save again.");
}

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
  },
});

