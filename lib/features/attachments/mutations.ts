import { eq } from "drizzle-orm";
import { columnsFrom } from "../../../db";
import { attachments } from "../../../db/schema";
import { askerOf } from "../../core/access";
import { AppError, invalid } from "../../core/errors";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { isRaster } from "../../services/files/media-types";
import { addressName, newFolder, shownName } from "../../services/files/names";
import { findAttachment, getAttachment, wholeAttachment } from "./queries";
import { attachmentRemoval } from "./removal";
import * as shape from "./schema";
import { renewTextsWith } from "../references/recording";
import { storage } from "../../services/files/storage";
import { examineAll, keep, type StoredColumns } from "../../services/files/storing";
import { usagesOf } from "./usages";

/** Folders of files to remove: replaced or deleted ones after commit, new ones after a rollback. */
type Files = { onCommit: string[]; onRefusal: string[] };
const removeFiles = (files: Files, committed: boolean) =>
  storage().remove(committed ? files.onCommit : files.onRefusal);

type New = Files & { kept: { name: string; folder: string; fileName: string; columns: StoredColumns }[] };

/** Keeps uploaded files, all or none. Their types are determined by their bytes. */
export const createAttachments = mutation("createAttachments", {
  can: "upload files",
  input: shape.newAttachments,
  output: shape.attachments,
  // Nothing shows it yet.
  touches: () => [],
  about: (_input, made) => ({ subject: `attachment:${made[0]?.id}`, summary: made.map(({ name }) => name).join(", ") }),
  prepare: async ({ files }, actor): Promise<New> => {
    const examined = await examineAll(files, askerOf(actor));
    const prepared: New = { onCommit: [], onRefusal: [], kept: [] };
    let done = false;
    try {
      for (const each of examined) {
        const [folder, name] = [newFolder(new Date()), shownName(each.sent.name)];
        prepared.onRefusal.push(folder);
        prepared.kept.push({
          name,
          folder,
          fileName: addressName(name, each.examined.suffix),
          columns: await keep(folder, each),
        });
      }
      done = true;
      return prepared;
    } finally {
      if (!done) await storage().remove(prepared.onRefusal);
    }
  },
  cleanUp: (files, committed) => removeFiles(files, committed),
  run: async ({ db, actor, now }, { team }, { kept }) => {
    const made = [];
    for (const { columns, ...named } of kept) {
      const [row] = await db
        .insert(attachments)
        .values({ ...named, ...columns, team: team ?? "", uploaderId: actor.id, createTime: now, updateTime: now })
        .returning({ id: attachments.id });
      if (!row) throw new Error("the attachment was not stored");
      made.push(await wholeAttachment(db, actor, row.id));
    }
    return made;
  },
});

/** Changes an attachment's name and team; its address stays. */
export const updateAttachment = mutation("updateAttachment", {
  can: "upload files",
  input: shape.attachmentChanges,
  output: shape.attachment,
  example: { attachmentId: 1, name: "The engine, plan 25", team: "Drawings" },
  touches: () => [],
  about: (_input, attachment) => ({ subject: `attachment:${attachment.id}`, summary: attachment.name }),
  reread: (context, { attachmentId }) => getAttachment.within(context, { attachmentId }),
  run: async ({ db, actor, now }, { id, attachmentId, name, ...given }) => {
    if (id !== undefined && id !== null && id !== attachmentId)
      throw invalid("id", "wrong_value", "Leave this out, or send the number of the attachment itself.");
    const before = await findAttachment(db, actor, attachmentId);
    await db
      .update(attachments)
      .set({ ...columnsFrom(given, attachments), name: name === null ? before.fileName : name, updateTime: now })
      .where(eq(attachments.id, attachmentId));
    return wholeAttachment(db, actor, attachmentId);
  },
});

const wrongReplacement = (message: string) =>
  new AppError("invalid", message, {
    reason: "replacement_type",
    errors: [{ field: "files.0", code: "wrong_type", message }],
  });

/** Whether a file of this type fits the ending of an attachment's address. */
const mayReplace = (before: string, after: string): boolean =>
  before === after || (isRaster(before) && isRaster(after));

/** Replaces an attachment's file at its address; a job renews the texts that show it. */
export const replaceAttachmentFile = mutation("replaceAttachmentFile", {
  can: "upload files",
  input: shape.attachmentFile,
  output: shape.attachment,
  prepare: async ({ attachmentId, files }, actor): Promise<Files & { columns: StoredColumns }> => {
    const { folder, mediaType, suffix } = await findAttachment(engine().reader, actor, attachmentId);
    const [examination] = await examineAll(files, askerOf(actor));
    if (!examination) throw new Error("no file was examined");
    if (!mayReplace(mediaType, examination.examined.mediaType))
      throw wrongReplacement(
        `The address of this attachment ends in .${suffix}, so only such a file may take its place; this one is ${examination.examined.mediaType}. Upload it as a new attachment.`,
      );
    const columns = await keep(folder, examination);
    return { onCommit: [], onRefusal: [`${folder}/${columns.version}`], columns };
  },
  touches: () => ["attachments"],
  about: (_input, attachment) => ({
    subject: `attachment:${attachment.id}`,
    summary: `${attachment.name}, another file`,
  }),
  cleanUp: (files, committed) => removeFiles(files, committed),
  run: async ({ db, actor, now }, { attachmentId }, prepared) => {
    const before = await findAttachment(db, actor, attachmentId);
    prepared.onCommit.push(`${before.folder}/${before.version}`);
    await db
      .update(attachments)
      .set({ ...prepared.columns, updateTime: now })
      .where(eq(attachments.id, attachmentId));
    await renewTextsWith(db, before.folder);
    return wholeAttachment(db, actor, attachmentId);
  },
});

/** Deletes an attachment; one that is used only with `force`. */
export const deleteAttachment = mutation("deleteAttachment", {
  can: "upload files",
  input: shape.attachmentRemoval,
  output: nothing,
  // Without `force` nothing uses it, so that no answer was made from it.
  whenFull: true,
  touches: ({ force }) => (force ? ["attachments"] : []),
  about: ({ attachmentId, force }) => ({
    subject: `attachment:${attachmentId}`,
    summary: force ? "deleted though it is used" : "deleted",
  }),
  run: async (context, { attachmentId, force }) => {
    const { db, actor, now } = context;
    const { folder } = await findAttachment(db, actor, attachmentId);
    const usages = force ? [] : await usagesOf(db, folder);
    if (usages.length > 0)
      throw new AppError(
        "conflict",
        `This attachment is used in ${usages.length} ${usages.length === 1 ? "place" : "places"}. Remove it there first, or delete it with force=true.`,
        { reason: "attachment_used", current: await usagesOf(db, folder, { actor, now }) },
      );
    await attachmentRemoval.remove(context, [attachmentId]);
  },
});
