import { z } from "zod";

/** The number of public posts of a year and of its months with any; months count from 1, in UTC. */
export const archiveYear = z.object({
  year: z.int(),
  postCount: z.int(),
  months: z.array(z.object({ month: z.int().min(1).max(12), postCount: z.int() })),
});

export type ArchiveYear = z.output<typeof archiveYear>;
