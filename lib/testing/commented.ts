import type { z } from "zod";
import { eq } from "drizzle-orm";
import { comments } from "../../db/schema";
import { createJournal } from "../features/journals/mutations";
import { createSheet } from "../features/writing/sheets/mutations";
import * as creating from "../features/comments/creating";
import { journalComments, postComments, sheetComments } from "../features/comments/mutations";
import {
  listCommentsOnJournal,
  listCommentsOnPost,
  listCommentsOnSheet,
  managedJournalComments,
  managedPostComments,
  managedSheetComments,
} from "../features/comments/queries";
import type { newComment } from "../features/comments/schema";
import { type Actor, system, visitor } from "../core/access";
import { aPost } from "./factories";
import { stored } from "./setup";

let count = 0;

/** A visitor from another network each time, so that limits of one test do not count in another. */
export const aStranger = (given: Partial<Actor> = {}): Actor => ({
  ...visitor,
  ip: `198.51.${Math.floor(++count / 250)}.${count % 250}`,
  userAgent: "A browser",
  ...given,
});

/** A visitor's comment; its text is another one each time. */
export const words = (postId: number, given: Partial<z.input<typeof newComment>> = {}) => ({
  author: "Ann",
  content: `Words ${(count += 1)}`,
  postId,
  ...given,
});

/** The operations on comments, for each kind of text. */
export const kinds = [
  {
    name: "post",
    type: "POST",
    path: "posts",
    target: (given: Record<string, unknown> = {}) => aPost(system, given),
    submit: creating.submitPostComment,
    create: creating.createPostComment,
    manage: postComments,
    managed: managedPostComments,
    read: listCommentsOnPost,
  },
  {
    name: "sheet",
    type: "SHEET",
    path: "sheets",
    target: (given: Record<string, unknown> = {}) =>
      createSheet(system, {
        title: `Sheet ${(count += 1)}`,
        originalContent: "Text.",
        status: "PUBLISHED",
        createTime: Date.now() - 3_600_000,
        ...given,
      }),
    submit: creating.submitSheetComment,
    create: creating.createSheetComment,
    manage: sheetComments,
    managed: managedSheetComments,
    read: listCommentsOnSheet,
  },
  {
    name: "journal",
    type: "JOURNAL",
    path: "journals",
    target: (given: Record<string, unknown> = {}) =>
      createJournal(system, { sourceContent: `Journal ${(count += 1)}`, ...given }),
    submit: creating.submitJournalComment,
    create: creating.createJournalComment,
    manage: journalComments,
    managed: managedJournalComments,
    read: listCommentsOnJournal,
  },
] as const;

/** A comment's row, read without operations. */
export async function storedComment(id: number): Promise<typeof comments.$inferSelect> {
  const [row] = await stored().select().from(comments).where(eq(comments.id, id));
  if (!row) throw new Error(`there is no comment ${id}`);
  return row;
}

/** A visible comment. */
export async function aComment(postId: number, given: Partial<z.input<typeof newComment>> = {}) {
  const { id } = await creating.submitPostComment(aStranger(), words(postId, given));
  return postComments.setStatus(system, { commentId: id, status: "PUBLISHED" });
}
