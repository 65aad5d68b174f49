import { mutation, query } from "../../../core/operation";
import { revisionsOf } from "../revisions";
import { isLive } from "../saves";
import { sheet } from "./collection";
import { writing } from "./mutations";
import * as shape from "./schema";

const revisions = revisionsOf(sheet, writing);

const ofSheet = <R extends { postId: number }>({ postId, ...revision }: R) => ({ ...revision, sheetId: postId });

/** Earlier texts of a sheet, the newest first, without the texts themselves. */
export const listSheetRevisions = query("listSheetRevisions", {
  can: "write sheets",
  input: shape.sheetRef,
  output: shape.sheetRevisionItem.array(),
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, { sheetId }) => (await revisions.listRevisions(db, actor, sheetId)).map(ofSheet),
});

/** One earlier text. */
export const getSheetRevision = query("getSheetRevision", {
  can: "write sheets",
  input: shape.sheetRevisionRef,
  output: shape.sheetRevision,
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, { sheetId, revisionId }) =>
    ofSheet(await revisions.getRevision(db, actor, sheetId, revisionId)),
});

/** One earlier text compared with the one being worked on. */
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
 * Takes an earlier text up again: as the text of a draft, as the working text of a live sheet, whose
 * readers see nothing of it until it is saved. What it replaces is kept as a revision.
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
