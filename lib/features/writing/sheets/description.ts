import { forDashboard, forVisitor } from "../answers";
import type { Description, FoundRecord } from "../description";
import { putMetas } from "../metas";
import { sheet as collection } from "./collection";
import { withMetas, withRelations } from "./rows";
import * as shape from "./schema";

const schemas = {
  new: shape.newSheet,
  changes: shape.sheetChanges,
  textChanges: shape.sheetTextChanges,
  statusChange: shape.sheetStatusChange,
  removal: shape.sheetRemoval,
  workingTextDiscard: shape.workingTextDiscard,
  ref: shape.sheetRef,
  revisionRef: shape.sheetRevisionRef,
  whole: shape.sheet,
  public: shape.publicSheet,
  atAddress: shape.sheetAtAddress,
};

/** Sheets: pages that stand alone, outside of the posts' order, such as "About". */
export const sheet: Description<{ sheetId: number }, FoundRecord, typeof schemas> = {
  collection,
  numbered: (sheetId) => ({ sheetId }),
  placed: (sheet, movedTo) => ({ sheet, movedTo }),
  schemas,
  revisions: { item: shape.sheetRevisionItem, text: shape.sheetRevision, diff: shape.sheetRevisionDiff },
  examples: {
    new: { title: "About", originalContent: "This is about **engines**.", status: "PUBLISHED", slug: "about" },
    changes: { sheetId: 1, title: "About", originalContent: "This is about engines and looms.", status: "PUBLISHED" },
    textChanges: { sheetId: 1, originalContent: "What is being written, and nobody reads yet." },
  },
  titles: { discardWorkingText: "discardSheetWorkingText", createPreviewLink: "createSheetPreviewLink" },
  reads: { found: [], missing: [] },
  withRelations,
  complete: withMetas,
  relate: async (db, sheetId, { metas }, isNew) =>
    metas === undefined ? {} : { metas: await putMetas(collection, db, sheetId, metas, isNew) },
  forDashboard,
  forVisitor,
};
