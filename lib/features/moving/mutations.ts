import { importedFiles } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import * as shape from "./schema";

/** Remembers which post was made from a file and what the file held, so that importing again changes nothing. */
export const rememberImport = mutation("rememberImport", {
  can: "edit every post",
  input: shape.importMemory,
  output: nothing,
  // What visitors see stays; the post's own operation is in the audit log.
  touches: () => [],
  silent: true,
  run: async ({ db }, { source, hash, postId }) => {
    await db
      .insert(importedFiles)
      .values({ source, hash, postId })
      .onConflictDoUpdate({ target: importedFiles.source, set: { hash, postId } });
  },
});
