import { z } from "zod";
import { id, text } from "../../core/fields";
import { recordKinds } from "./kinds-schema";

export const recordKind = z.enum(recordKinds);

/** Records whose references are removed; no door leads there. */
export const recordBatch = z.strictObject({ kind: recordKind, recordIds: z.array(id) });

/** The picture whose texts are renewed. */
export const picturePayload = z.strictObject({ folder: text(64) });
