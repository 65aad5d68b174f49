import { mutationsOf } from "../mutations";
import { sheet } from "./description";

/** The mutations of sheets; `mutationsOf` documents each. */
export const {
  create: createSheet,
  update: updateSheet,
  updateContent: updateSheetContent,
  setStatus: setSheetStatus,
  remove: deleteSheet,
  discardWorkingText: discardSheetWorkingText,
  restoreRevision: restoreSheetRevision,
  createPreviewLink: createSheetPreviewLink,
} = mutationsOf(sheet);
