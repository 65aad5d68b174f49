import { mutation, query } from "../../../core/operation";
import { revisionsOf } from "../revisions";
import { isLive } from "../saves";
import { sheet } from "./collection";
import { writing } from "./mutations";
import * as shape from "./schema";

const revisions = revisionsOf(sheet, writing);

const ofSheet = <R extends { postId: number }>({ postId, ...revision }: R) => ({ ...revision, sheetId: postId });

/** Revisions of a sheet, newest first, without their texts. */
export const listSheetRevisions = query("listSheetRevisions", {
  can: "write sheets",
  input: shape.sheetRef,
  output: shape.sheetRevisionItem.array(),
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, { sheetId }) => (await revisions.listRevisions(db, actor, sheetId)).map(ofSheet),
});

/** One revision. */
export const getSheetRevision = query("getSheetRevision", {
  can: "write sheets",
  input: shape.sheetRevisionRef,
  output: shape.sheetRevision,
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, { sheetId, revisionId }) =>
    ofSheet(await revisions.getRevision(db, actor, sheetId, revisionId)),
});

/** One revision compared with the current text. */
export const getSheetRevisionDiff = query("getSheetRevisionDiff", {
  can: "write sheets",
  input: shape.sheetRevisionRef,
  output: shape.sheetRevisionDiff,
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, by) => ({
    ...by,
    ...(await revisions.compareRevision(db, actor, by.sheetId, by.revisionId)),
  }),
});

/**
 * Restores a revision: as the text of a draft, or as the working text of a live sheet, which readers see after a save.
 * Keeps the replaced text as a revision.
 */
export const restoreSheetRevision = mutation("restoreSheetRevision", {
  can: "write sheets",
  input: shape.sheetRevisionRef,
  output: shape.sheet,
  touches: ({ sheetId }, restored) => (isLive(restored.status) ? [] : writing.touched(sheetId)),
  about: ({ sheetId, revisionId }, restored) => ({
    subject: `sheet:${sheetId}`,
    summary: `revision ${revisionId} of ${restored.title}`,
  }),
  prepare: ({ sheetId, revisionId }, actor) => revisions.prepareRestore(actor, sheetId, revisionId),
  run: (context, _input, { editorType, ...prepared }) => writing.restore(context, prepared, editorType),
});
