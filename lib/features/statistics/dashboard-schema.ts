import { z } from "zod";
import type { Ability } from "../../core/access";

/** The data of the dashboard's frame, for one person. */
export const shell = z.object({
  /** 0 for the program itself. */
  userId: z.int().nonnegative(),
  username: z.string(),
  nickname: z.string(),
  /** What the access table allows this person; the dashboard hides the rest, and the operations refuse it. */
  abilities: z.array(z.custom<Ability>((ability) => typeof ability === "string")),
  /** The site's address, and whether SITE_URL sets it. */
  siteUrl: z.string(),
  /** The time zone of its dates. */
  siteTimeZone: z.string(),
  siteUrlIsSet: z.boolean(),
  /** The other hosts that visitors use; for those who may change the address. */
  visitedHosts: z.array(z.object({ host: z.string(), visits: z.int().positive() })),
  /** Bytes of the largest file that may be uploaded. */
  uploadLimit: z.int(),
  /** The numbers beside the links of the dashboard; of what this person may not see, there is none. */
  counts: z.object({
    posts: z.int().optional(),
    sheets: z.int().optional(),
    journals: z.int().optional(),
    /** Those that wait for a decision. */
    comments: z.int().optional(),
    media: z.int().optional(),
    photos: z.int().optional(),
    links: z.int().optional(),
    categories: z.int().optional(),
    tags: z.int().optional(),
    users: z.int().optional(),
  }),
});

export type Shell = z.output<typeof shell>;
