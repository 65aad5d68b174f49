import { mutation, query } from "../../../core/operation";
import { previewsOf } from "../previews";
import * as revisionShape from "../revision-schema";
import { sheet } from "./collection";
import { findSheet } from "./queries";
import * as shape from "./schema";

const previews = previewsOf(sheet, (db, actor, sheetId) => findSheet(db, actor, "dashboard", { sheetId }));

/** Makes a signed link to one sheet's working text, open to anyone for a week and not stored. */
export const createSheetPreviewLink = mutation("createSheetPreviewLink", {
  can: "write sheets",
  input: shape.sheetRef,
  output: revisionShape.previewLink,
  touches: () => [],
  about: ({ sheetId }) => ({ subject: `sheet:${sheetId}`, summary: "made a preview link" }),
  run: (context, { sheetId }) => previews.makeLink(context, sheetId),
});

/** The text behind such a link. */
export const getPreviewedSheet = query("getPreviewedSheet", {
  can: "read the site",
  input: revisionShape.previewToken,
  output: revisionShape.previewedPost,
  reads: () => [],
  run: (context, { token }) => previews.readLink(context, token),
});
