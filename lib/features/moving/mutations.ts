import { importedFiles } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import * as shape from "./schema";

/** Remembers a file's post and content, so that importing it again changes nothing. */
export const rememberImport = mutation("rememberImport", {
  can: "edit every post",
  input: shape.importMemory,
  output: nothing,
  // Visitors see nothing of it, and the audit log has the post's own operation.
  touches: () => [],
  silent: true,
  run: async ({ db }, { source, hash, postId }) => {
    await db
      .insert(importedFiles)
      .values({ source, hash, postId })
      .onConflictDoUpdate({ target: importedFiles.source, set: { hash, postId } });
  },
});
