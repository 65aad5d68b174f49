import { z } from "zod";
import { text } from "../../../core/fields";

/** An address of an old site in its stored form (`old-path.ts`). */
export const oldAddress = z.strictObject({ path: text(1200) });
export const movedAddress = z.object({ movedTo: z.string().nullable() });
