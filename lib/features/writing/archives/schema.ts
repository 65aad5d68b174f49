import { z } from "zod";

/** How many posts anyone may find of a year, and of each of its months that has any; months count from 1, in UTC. */
export const archiveYear = z.object({
  year: z.int(),
  postCount: z.int(),
  months: z.array(z.object({ month: z.int().min(1).max(12), postCount: z.int() })),
});

export type ArchiveYear = z.output<typeof archiveYear>;
