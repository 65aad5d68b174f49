import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { putMetas } from "../metas";
import { deletingSummary, isLive, savingSummary } from "../saves";
import type { WholeRow } from "../rows";
import type { Prepared as Made } from "../preparing";
import { writingOf } from "../writing";
import { sheet as collection } from "./collection";
import { findSheet } from "./queries";
import { forDashboard, type RelatedSheet, withMetas } from "./rows";
import * as shape from "./schema";

type Prepared = Made<RelatedSheet<WholeRow>>;

/** How sheets are created and changed, as posts are. */
export const writing = writingOf(collection, {
  find: (db, actor, sheetId) => findSheet(db, actor, "dashboard", { sheetId }),
  shown: forDashboard,
  answer: shape.sheet,
  relate: async (db, sheetId, { metas }, isNew) =>
    metas === undefined ? {} : { metas: await putMetas(collection, db, sheetId, metas, isNew) },
  complete: withMetas,
  deleteForGood: "delete posts for good",
});

/** Creates a sheet: a draft unless a status is given; PUBLISHED and INTIMATE publish it. */
export const createSheet = mutation("createSheet", {
  can: "write sheets",
  input: shape.newSheet,
  output: shape.sheet,
  summary: savingSummary,
  example: { title: "About", originalContent: "This is about **engines**.", status: "PUBLISHED", slug: "about" },
  touches: (_input, sheet) => (isLive(sheet.status) ? writing.touched(sheet.id) : []),
  about: (_input, sheet) => ({ subject: `sheet:${sheet.id}`, summary: `${sheet.status} ${sheet.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: writing.prepareNew,
  run: writing.create,
});

/**
 * Changes what is given and leaves the rest. With a live status it publishes, the working text
 * included; with `autoSave` it touches nothing that readers see.
 */
export const updateSheet = mutation("updateSheet", {
  can: "write sheets",
  input: shape.sheetChanges,
  output: shape.sheet,
  summary: savingSummary,
  example: { sheetId: 1, title: "About", originalContent: "This is about engines and looms.", status: "PUBLISHED" },
  touches: ({ autoSave, sheetId }) => (autoSave ? [] : writing.touched(sheetId)),
  about: (_input, sheet) => ({ subject: `sheet:${sheet.id}`, summary: `${sheet.status} ${sheet.title}` }),
  silent: ({ autoSave }) => autoSave === true,
  prepare: (given, actor, last?: Prepared) => writing.prepareText(given.sheetId, given, actor, last),
  run: writing.update,
});

/** Saves the text alone: of a draft its only one, of a live sheet the working text. */
export const updateSheetContent = mutation("updateSheetContent", {
  can: "write sheets",
  input: shape.sheetTextChanges,
  output: shape.sheet,
  example: { sheetId: 1, originalContent: "What is being written, and nobody reads yet." },
  touches: () => [],
  silent: true,
  prepare: (given, actor, last?: Prepared) => writing.prepareText(given.sheetId, given, actor, last),
  run: (context, _given, prepared) => writing.updateText(context, prepared),
});

/** Publishes, hides, recycles or restores; the text that readers see stays as it is. */
export const setSheetStatus = mutation("setSheetStatus", {
  can: "write sheets",
  input: shape.sheetStatusChange,
  output: shape.sheet,
  touches: ({ sheetId }) => writing.touched(sheetId),
  about: ({ status }, sheet) => ({ subject: `sheet:${sheet.id}`, summary: `${status} ${sheet.title}` }),
  prepare: ({ sheetId, status }, actor) => writing.prepareStatus(sheetId, actor, status),
  run: (context, { status }, prepared) => writing.setStatus(context, prepared, status),
});

/** Moves a sheet to the recycle bin; one that is there already, or with `permanent`, is deleted for good. */
export const deleteSheet = mutation("deleteSheet", {
  can: "write sheets",
  input: shape.sheetRemoval,
  output: nothing,
  summary: deletingSummary,
  touches: ({ sheetId }) => writing.touched(sheetId),
  about: ({ sheetId, permanent }) => ({
    subject: `sheet:${sheetId}`,
    summary: permanent ? "deleted for good" : "deleted",
  }),
  prepare: ({ sheetId }, actor) => writing.prepareChange(sheetId, actor),
  run: (context, { permanent }, prepared) => writing.remove(context, prepared, permanent),
});
