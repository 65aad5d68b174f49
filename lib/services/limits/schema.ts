import { z } from "zod";

/** Counters under their stored names, with what they count and until when; null: to be forgotten. No door leads there. */
export const countedChanges = z.strictObject({
  changes: z.array(
    z.strictObject({ name: z.string(), counted: z.strictObject({ state: z.unknown(), until: z.number() }).nullable() }),
  ),
});

/** How many of the stored counters are to be forgotten. */
export const surplus = z.strictObject({ most: z.int() });

/** What was counted of one sort of change instead of noted one by one, and from where most of it came. */
export const countedSort = z.strictObject({ sort: z.string(), count: z.int(), network: z.string() });
