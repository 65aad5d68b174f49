import { bulkOf } from "../bulk";
import { sheet } from "./description";
import * as shape from "./schema";

/** The operations on several sheets; `bulkOf` documents each. */
export const {
  setStatus: setSheetsStatus,
  setStatuses: setSheetStatuses,
  remove: deleteSheets,
} = bulkOf(sheet, {
  statusChange: shape.sheetsStatusChange,
  statusesChange: shape.sheetStatusesChange,
  removal: shape.sheetsRemoval,
  before: shape.sheetStatusesBefore,
});
