import {
  createSheetAction,
  createSheetDraftAction,
  createSheetPreviewLinkAction,
  discardSheetWorkingTextAction,
  getSheetRevisionAction,
  listSheetRevisionsAction,
  restoreSheetRevisionAction,
  setSheetStatusAction,
  updateSheetAction,
} from "../../app/admin/sheets/actions";
import type { Result } from "../../lib/doors/result";
import type { Post } from "../../lib/features/writing/schema";
import type { Sheet } from "../../lib/features/writing/sheets/schema";
import { type Kind, pathOf } from "../editor/kind";

/** A sheet as the editor takes it. */
export const postFrom = (sheet: Sheet): Post => ({ ...sheet, categoryIds: [], categories: [], tagIds: [], tags: [] });

/** The same of an answer; a refusal as `stale` carries the sheet as it is now. */
async function answered(work: Promise<Result<Sheet>>): Promise<Result<Post>> {
  const answer = await work;
  if (answer.ok) return { ok: true, data: postFrom(answer.data) };
  const { current } = answer.error;
  return current === undefined
    ? answer
    : { ok: false, error: { ...answer.error, current: postFrom(current as Sheet) } };
}

/** The fields of a form without those that sheets have not. */
function withoutTaxonomy<T extends { categoryIds?: unknown; tagIds?: unknown; mailFollowers?: unknown }>({
  categoryIds: _categoryIds,
  tagIds: _tagIds,
  mailFollowers: _mailFollowers,
  ...rest
}: T) {
  return rest;
}

/** Sheets in the editor. */
export const sheetKind: Kind = {
  name: "sheet",
  path: pathOf.sheet,
  hasTaxonomy: false,
  createDraft: ({ key, input }) => answered(createSheetDraftAction({ key, input: withoutTaxonomy(input) })),
  create: (input) => answered(createSheetAction(withoutTaxonomy(input))),
  update: (sheetId, changes) => answered(updateSheetAction({ ...withoutTaxonomy(changes), sheetId })),
  setStatus: (sheetId, status, expectedVersion) => answered(setSheetStatusAction({ sheetId, status, expectedVersion })),
  discard: (sheetId, expectedVersion) => answered(discardSheetWorkingTextAction({ sheetId, expectedVersion })),
  restoreRevision: (sheetId, revisionId) => answered(restoreSheetRevisionAction({ sheetId, revisionId })),
  createPreviewLink: (sheetId) => createSheetPreviewLinkAction({ sheetId }),
  listRevisions: (sheetId) => listSheetRevisionsAction({ sheetId }),
  getRevision: (sheetId, revisionId) => getSheetRevisionAction({ sheetId, revisionId }),
};
