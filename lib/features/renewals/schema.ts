import { z } from "zod";

// The steps of the two jobs; no door leads there.
const html = z.string();
/** One column of HTML before and after, with the other results of its rendering. */
const rendering = z.strictObject({
  id: z.int(),
  column: z.string(),
  before: html,
  html,
  derived: z.record(z.string(), z.unknown()).optional(),
  /** The addresses on this site in the HTML. */
  addresses: z.array(z.string()),
});
export const renderings = z.strictObject({ table: z.string(), items: z.array(rendering) });
/** What was renewed of one table, up to a record; after the last table the renewal is done. */
export const renewedPart = renderings.extend({
  name: z.enum(["references", "texts"]),
  ids: z.array(z.int()),
  reached: z.int(),
  next: z.string().nullable(),
});
/** `isRestored`: the site was just restored from a backup. */
export const renewalBegun = z.strictObject({ isRestored: z.boolean().optional() });
export const changed = z.object({ cacheKeys: z.array(z.string()), count: z.int() });

export type Rendering = z.output<typeof rendering>;
