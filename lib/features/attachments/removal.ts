import { and, eq, ne } from "drizzle-orm";
import { attachments } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { removeKept } from "./importing";
import { storage } from "../../services/files/storage";
import { renewTextsWith } from "../references/recording";
import { resolveFolder } from "../references/resolving";
import { removable } from "../removals/removable";

/** Its files stay where they are, at an address that answers nothing, until it is gone for good. */
export const attachmentRemoval = removable({
  kind: "attachment",
  table: attachments,
  can: "upload files",
  owned: { column: "uploaderId", others: "manage every file" },
  nameOf: ({ name }) => name,
  touches: () => ["attachments"],
  async requirePlace(db, { id, folder }) {
    if ((await db.$count(attachments, and(eq(attachments.folder, folder), ne(attachments.id, id)))) > 0)
      throw new AppError("conflict", "This file came back by an import meanwhile.", { reason: "exists" });
  },
  // A backup holds no files of deleted attachments.
  async requireFiles({ folder, version }) {
    if ((await storage().size(`${folder}/${version}/original`)) === null)
      throw new AppError("conflict", "Its file is gone: a backup holds none of what was deleted.", {
        reason: "removed_file_gone",
      });
  },
  async settle(db, rows) {
    await someAtOnce(rows, async ({ id, folder }) => {
      // Texts that were saved meanwhile show it without its smaller versions.
      if (await resolveFolder(db, folder, id)) await renewTextsWith(db, folder);
    });
  },
  removeFiles: (rows) => removeKept(rows.map(({ folder }) => folder)),
});
