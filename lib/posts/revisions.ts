import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../db";
import { postRevisions, users } from "../../db/schema";
import { type Actor, authorizeEdit } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { engine, mutation, query } from "../core/operation";
import { forChange, touched, whole } from "./changing";
import { findPost } from "./queries";
import { isLive, keepWorkingText, save, saveWorkingText } from "./saves";
import * as drafts from "../drafts/schema";
import * as shape from "./schema";
import { textAfter } from "./texts";

/** Most that are listed; older ones are still there by their number. */
const MOST_LISTED = 200;

const { id, postId: ofPost, version, title, editorType, keepRaw, createTime, originalContent, content } = postRevisions;
const listed = { id, postId: ofPost, version, title, editorType, keepRaw, createTime, authorId: postRevisions.authorId, nickname: users.nickname, avatar: users.avatar };

type Listed = { authorId: number | null; nickname: string | null; avatar: string | null };
const withAuthor = <R extends Listed>(row: R) => ({ ...row, author: row.authorId === null ? null : { id: row.authorId, nickname: row.nickname ?? "", avatar: row.avatar ?? "" } });

/** Earlier texts are found through their post: who may not change it has none. */
async function checkPost(db: Database, actor: Actor, postId: number): Promise<void> {
  const post = await findPost(db, actor, "dashboard", { postId });
  if (!post) throw notFound();
  authorizeEdit(actor, post);
}

/** One earlier text, for whoever may change its post. */
export async function revisionOf(db: Database, actor: Actor, postId: number, revisionId: number) {
  await checkPost(db, actor, postId);
  const [row] = await db
    .select({ ...listed, originalContent, content })
    .from(postRevisions)
    .leftJoin(users, eq(users.id, postRevisions.authorId))
    .where(and(eq(postRevisions.id, revisionId), eq(postRevisions.postId, postId)));
  if (!row) throw notFound();
  return withAuthor(row);
}

/** Earlier texts of a post, the newest first, without the texts themselves. */
export const listPostRevisions = query("listPostRevisions", {
  can: "write posts",
  input: shape.postRef,
  output: z.array(drafts.postRevisionItem),
  reads: ({ postId }) => [`post:${postId}`],
  run: async ({ db, actor }, { postId }) => {
    await checkPost(db, actor, postId);
    const rows = await db.select(listed).from(postRevisions).leftJoin(users, eq(users.id, postRevisions.authorId)).where(eq(ofPost, postId)).orderBy(desc(id)).limit(MOST_LISTED);
    return rows.map(withAuthor);
  },
});

/** One earlier text. */
export const getPostRevision = query("getPostRevision", {
  can: "write posts",
  input: drafts.postRevisionRef,
  output: drafts.postRevision,
  reads: ({ postId }) => [`post:${postId}`],
  run: ({ db, actor }, { postId, revisionId }) => revisionOf(db, actor, postId, revisionId),
});

/**
 * Takes an earlier text up again: as the text of a draft, as the working text of a live post, whose
 * readers see nothing of it until it is saved. What it replaces is kept as a revision.
 */
export const restorePostRevision = mutation("restorePostRevision", {
  can: "write posts",
  input: drafts.postRevisionRef,
  output: shape.post,
  touches: ({ postId }, post) => (isLive(post.status) ? [] : touched(postId)),
  about: ({ postId, revisionId }, post) => ({ subject: `post:${postId}`, summary: `revision ${revisionId} of ${post.title}` }),
  prepare: async ({ postId, revisionId }, actor) => {
    const revision = await revisionOf(engine().reader, actor, postId, revisionId);
    return { text: await textAfter(revision, revision), editorType: revision.editorType };
  },
  run: async ({ db, actor, now }, { postId }, { text, editorType: writtenWith }) => {
    const before = await forChange(db, actor, postId);
    if (before.status === "RECYCLE") throw new AppError("conflict", "This post is in the recycle bin. Restore it first.");
    if (isLive(before.status) && writtenWith !== before.editorType)
      throw new AppError("conflict", "This text was written with the other editor. Make the post a draft first, then restore it.");
    if (isLive(before.status)) {
      await keepWorkingText(db, actor, before, now);
      await saveWorkingText(db, before, text, now);
    } else await save(db, actor, before, {}, text, now);
    return whole(db, actor, postId);
  },
});
