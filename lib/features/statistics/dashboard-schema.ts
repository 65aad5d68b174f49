import { z } from "zod";
import { stateCounts } from "../writing/schema";

/** The data of the dashboard's frame, for one person. */
export const shell = z.object({
  /** 0 for the program itself. */
  userId: z.int().nonnegative(),
  nickname: z.string(),
  /** This person's abilities; the dashboard hides the rest, and the operations refuse it. */
  mayManageTaxonomy: z.boolean(),
  mayManageUsers: z.boolean(),
  mayEditEveryPost: z.boolean(),
  /** The site's address, and whether this person may change it. */
  siteUrl: z.string(),
  mayMoveSite: z.boolean(),
  /** The other hosts that visitors use; for those who may change the address. */
  visitedHosts: z.array(z.object({ host: z.string(), visits: z.int().positive() })),
  posts: stateCounts,
  categories: z.int(),
  tags: z.int(),
  users: z.int(),
});

export type Shell = z.output<typeof shell>;
