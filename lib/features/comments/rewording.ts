import { eq } from "drizzle-orm";
import { comments } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { mutation } from "../../core/operation";
import { readOptions } from "../../services/settings/reading";
import { renderComment } from "../../text/markdown/comment";
import { whole } from "./adding";
import { setStates, touchedBy } from "./changing";
import { requests } from "./limits";
import { requireOpen } from "./moderation";
import { editableBy } from "./own";
import * as shape from "./schema";
import { targetIdOf, targetToChange, touchedByWords } from "./targets";

/**
 * Lets the author of a comment change its words for five minutes, by this browser's signed cookie or by the account.
 * The new words have not been approved, so the comment waits again where comments wait.
 */
export const rewordComment = mutation("rewordComment", {
  can: "read the site",
  input: shape.ownWords,
  output: shape.sentComment,
  about: ({ commentId }) => ({ subject: `comment:${commentId}`, summary: "reworded by its author" }),
  gate: async ({ ip }) => requests.takeNetwork(ip),
  prepare: async ({ content }) => ({ rendered: renderComment(content), before: { status: "" } }),
  // What waits is seen by nobody, and another text of a comment changes no list.
  touches: (_input, { id, targetType, postId, status }, { before }) =>
    status !== before.status
      ? touchedBy([{ type: targetType, id: postId }], [id])
      : status === "PUBLISHED"
        ? [...touchedByWords(targetType, postId), `comment:${id}`]
        : [`comment:${id}`],
  run: async ({ db, actor, now }, { commentId, content }, { rendered: { html, links }, before }) => {
    const [row] = await editableBy(db, actor, now, commentId);
    if (!row)
      throw new AppError("forbidden", "A comment can be changed for five minutes after it was sent.", {
        reason: "edit_over",
      });
    before.status = row.status;
    // A form sends no password of a text, which would be a guess.
    const reader = { ...actor, contentPassword: null };
    const target = await targetToChange(db, reader, row.targetType, targetIdOf(row));
    const options = await readOptions(db);
    if (!row.isAdmin) await requireOpen(db, options, target, { ip: actor.ip, email: row.email }, now);
    await db.update(comments).set({ content, html, updateTime: now }).where(eq(comments.id, row.id));
    const mustWait = options.comment_new_need_check || links > options.comment_max_links;
    if (row.status === "PUBLISHED" && !row.isAdmin && mustWait) await setStates(db, [{ row, state: "waiting" }], now);
    return whole(db, row.id);
  },
});
