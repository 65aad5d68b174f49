import { z } from "zod";
import { stateCounts } from "../posts/schema";

/** What stands around every page of the dashboard, for one person. */
export const shell = z.object({
  /** 0 where the program itself looks. */
  userId: z.int().nonnegative(),
  nickname: z.string(),
  /** What this person may do; the dashboard leaves out what they may not, the operations refuse it. */
  mayManageTaxonomy: z.boolean(),
  mayManageUsers: z.boolean(),
  mayEditEveryPost: z.boolean(),
  /** Where the site believes to be, and whether this person may say that it is elsewhere. */
  siteUrl: z.string(),
  mayMoveSite: z.boolean(),
  /** By which other hosts visitors come; for whoever may do something about it. */
  visitedHosts: z.array(z.object({ host: z.string(), visits: z.int().positive() })),
  posts: stateCounts,
  categories: z.int(),
  tags: z.int(),
  users: z.int(),
});

export type Shell = z.output<typeof shell>;
