import { mutation, query } from "../../../core/operation";
import { previewsOf } from "../previews";
import * as drafts from "../revision-schema";
import { sheet } from "./kind";
import { findSheet } from "./queries";
import * as shape from "./schema";

const previews = previewsOf(sheet, (db, actor, sheetId) => findSheet(db, actor, "dashboard", { sheetId }));

/** Makes a link by which anyone may read one sheet's working text for a week, signed and stored nowhere. */
export const createSheetPreviewLink = mutation("createSheetPreviewLink", {
  can: "write sheets",
  input: shape.sheetRef,
  output: drafts.previewLink,
  touches: () => [],
  about: ({ sheetId }) => ({ subject: `sheet:${sheetId}`, summary: "made a preview link" }),
  run: (context, { sheetId }) => previews.makeLink(context, sheetId),
});

/** What such a link shows. */
export const getPreviewedSheet = query("getPreviewedSheet", {
  can: "read the site",
  input: drafts.previewToken,
  output: drafts.previewedPost,
  reads: () => [],
  run: (context, { token }) => previews.readLink(context, token),
});
