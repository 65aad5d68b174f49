import { mutation, query } from "../../../core/operation";
import { previewsOf } from "../previews";
import * as revisionShape from "../revision-schema";
import { sheet } from "./collection";
import { findSheet } from "./queries";
import * as shape from "./schema";

const previews = previewsOf(sheet, (db, actor, sheetId) => findSheet(db, actor, "dashboard", { sheetId }));

/** Makes a link by which anyone may read one sheet's working text for a week, signed and stored nowhere. */
export const createSheetPreviewLink = mutation("createSheetPreviewLink", {
  can: "write sheets",
  input: shape.sheetRef,
  output: revisionShape.previewLink,
  touches: () => [],
  about: ({ sheetId }) => ({ subject: `sheet:${sheetId}`, summary: "made a preview link" }),
  run: (context, { sheetId }) => previews.makeLink(context, sheetId),
});

/** What such a link shows. */
export const getPreviewedSheet = query("getPreviewedSheet", {
  can: "read the site",
  input: revisionShape.previewToken,
  output: revisionShape.previewedPost,
  reads: () => [],
  run: (context, { token }) => previews.readLink(context, token),
});
