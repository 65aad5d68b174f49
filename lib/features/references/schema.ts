import { z } from "zod";
import { id, text } from "../../core/fields";

/** A record that may lead to something on this site. */
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

/** Records whose references are removed; no door leads there. */
export const recordBatch = z.strictObject({ kind: recordKind, recordIds: z.array(id) });

/** The picture whose texts are renewed. */
export const picturePayload = z.strictObject({ folder: text(64) });
