import { z } from "zod";
import { id, instantOut } from "../../core/fields";
import { storage } from "./storage-schema";

/** What a new site begins with, in this order. */
export const firstSteps = ["post", "moveIn", "look", "invitation", "mail"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What needs a person's attention on the dashboard's first page. */
export const home = z.object({
  /** What is still to be done first; null where that is not shown, or not for this person to do. */
  steps: z.array(z.enum(firstSteps)).nullable(),
  /** Whether this person signs in with a password alone. */
  hasNoSecondFactor: z.boolean(),
  /** Whether the site sends no mail; for those who may set it up. */
  sendsNoMail: z.boolean(),
  /** Background work that was given up, the newest first; for those who may repeat it. */
  failedJobs: z.object({
    items: z.array(z.object({ id, title: z.string(), endTime: instantOut.nullable() })),
    total: z.int(),
  }),
  /** For those who may see it. */
  storage: storage.nullable(),
});

export type Home = z.output<typeof home>;
