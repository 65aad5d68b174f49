import { mutation } from "../../../core/operation";
import { writing } from "./mutations";
import * as shape from "./schema";

/** Discards the working text, which is kept as a revision. */
export const discardSheetWorkingText = mutation("discardSheetWorkingText", {
  can: "write sheets",
  input: shape.workingTextDiscard,
  output: shape.sheet,
  touches: () => [],
  about: ({ sheetId }, sheet) => ({ subject: `sheet:${sheetId}`, summary: `discarded changes of ${sheet.title}` }),
  prepare: ({ sheetId, expectedVersion }, actor) => writing.prepareChange(sheetId, actor, expectedVersion),
  run: (context, _input, prepared) => writing.discardWorkingText(context, prepared),
});
