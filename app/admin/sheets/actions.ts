"use server";

import { action } from "../../../lib/doors/action";
import { getSheetViews } from "../../../lib/features/statistics/views";
import { createOnce } from "../../../lib/doors/once";
import { deleteSheets, setSheetsStatus, setSheetStatuses } from "../../../lib/features/writing/sheets/bulk";
import {
  createSheet,
  createSheetPreviewLink,
  discardSheetWorkingText,
  restoreSheetRevision,
  setSheetStatus,
  updateSheet,
} from "../../../lib/features/writing/sheets/mutations";
import { getSheet, getSheetRevision, listSheetRevisions } from "../../../lib/features/writing/sheets/queries";

export const setSheetsStatusAction = action(setSheetsStatus);
export const setSheetStatusesAction = action(setSheetStatuses);
export const deleteSheetsAction = action(deleteSheets);

/** The first save of a new sheet; repeated requests make it once. */
export const createSheetDraftAction = createOnce("sheet-draft", createSheet, (actor, sheetId) =>
  getSheet(actor, { sheetId }),
);

export const createSheetAction = action(createSheet);
export const updateSheetAction = action(updateSheet);
export const setSheetStatusAction = action(setSheetStatus);
export const discardSheetWorkingTextAction = action(discardSheetWorkingText);
export const createSheetPreviewLinkAction = action(createSheetPreviewLink);
export const listSheetRevisionsAction = action(listSheetRevisions);
export const getSheetRevisionAction = action(getSheetRevision);
export const restoreSheetRevisionAction = action(restoreSheetRevision);

export const getSheetViewsAction = action(getSheetViews);
