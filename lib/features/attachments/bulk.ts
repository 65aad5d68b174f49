import { eq } from "drizzle-orm";
import { attachments } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { requireUnchanged } from "../../core/way-back";
import { attachmentRemoval } from "./removal";
import * as shape from "./schema";
import { countUsed, severalAttachments, usedAmong } from "./usages";

// Operations on many attachments: all change or none.

/** Puts each attachment into a team; returns those they were in. */
export const setAttachmentTeams = mutation("setAttachmentTeams", {
  can: "upload files",
  input: shape.attachmentTeams,
  output: shape.teamsBefore,
  example: {
    items: [
      { attachmentId: 1, team: "Drawings" },
      { attachmentId: 2, team: "" },
    ],
  },
  touches: () => [],
  about: ({ items }) => ({ subject: "attachments", summary: `${items.length} put into teams` }),
  run: async ({ db, actor, now }, { items }) => {
    const rows = await severalAttachments(
      db,
      actor,
      items.map(({ attachmentId }) => attachmentId),
    );
    const before = items.map((item, i) => {
      const team = rows[i]?.team ?? "";
      requireUnchanged(item, { team });
      return { attachmentId: item.attachmentId, team, from: { team: item.team } };
    });
    await someAtOnce(items, ({ attachmentId, team }) =>
      db.update(attachments).set({ team, updateTime: now }).where(eq(attachments.id, attachmentId)),
    );
    return { before };
  },
});

/** Deletes several attachments; used ones only with `force`. The refusal names each with its usages. */
export const deleteAttachments = mutation("deleteAttachments", {
  can: "upload files",
  input: shape.attachmentsRemoval,
  output: nothing,
  example: { ids: [1, 2], force: true },
  refusals: ["conflict"],
  whenFull: true,
  touches: () => ["attachments"],
  about: ({ ids, force }) => ({
    subject: "attachments",
    summary: `${ids.length} deleted${force ? ", used ones as well" : ""}`,
  }),
  run: async (context, { ids, force }) => {
    const { db, actor, now } = context;
    const rows = await severalAttachments(db, actor, ids);
    const used = force ? 0 : await countUsed(db, rows);
    if (used > 0)
      throw new AppError(
        "conflict",
        `${used} of these attachments are used. Take them out there first, or delete them with force=true.`,
        { reason: "attachments_used", current: await usedAmong(db, rows, { actor, now }) },
      );
    await attachmentRemoval.remove(context, ids);
  },
});
