import { z } from "zod";

// The steps of the two jobs; no door leads there.
const html = z.string();
/** One column of stored HTML, as it was read and as it is to be; with what else comes of a rendering. */
const rendering = z.strictObject({
  id: z.int(),
  column: z.string(),
  before: html,
  html,
  derived: z.record(z.string(), z.unknown()).optional(),
  /** What the HTML leads to on this site. */
  addresses: z.array(z.string()),
});
export const renderings = z.strictObject({ table: z.string(), items: z.array(rendering) });
/** What was brought up to date of one table, up to a record; the last table's end is the end. */
export const renewedPart = renderings.extend({
  name: z.enum(["references", "texts"]),
  ids: z.array(z.int()),
  reached: z.int(),
  next: z.string().nullable(),
});
export const changed = z.object({ cacheKeys: z.array(z.string()), count: z.int() });

export type Rendering = z.output<typeof rendering>;
