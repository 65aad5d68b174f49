import { mutationsOf } from "../mutations";
import { sheet } from "./description";

/** What is done with sheets, as `mutationsOf` says of each. */
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
