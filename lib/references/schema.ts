import { z } from "zod";
import { id } from "../core/fields";

/** What may lead to something on this site. */
export const recordKind = z.enum([
  "post",
  "sheet",
  "journal",
  "category",
  "tag",
  "link",
  "photo",
  "user",
  "menu",
  "option",
]);

/** Records whose references are to be forgotten; no door leads there. */
export const recordBatch = z.strictObject({ kind: recordKind, recordIds: z.array(id) });
