import { z } from "zod";
import { id } from "../../core/fields";

/** The periods of the dashboard, in days. */
export const periods = [30, 365] as const;
export type Period = (typeof periods)[number];

const period = {
  days: z
    .literal(periods, { error: `Use ${periods.join(" or ")}.` })
    .optional()
    .describe("The number of days up to today; 30 unless given."),
};
const day = z.string().describe("On the site's calendar: `2026-11-23`.");

export const viewsOf = z.strictObject(period);
export const postViewsOf = z.strictObject({ ...period, postId: id });
export const sheetViewsOf = z.strictObject({ ...period, sheetId: id });
export const referrersOf = z.strictObject({
  ...period,
  most: z.int().min(1).max(100).optional().describe("How many hosts are named; 10 unless given."),
});

/** The views of each day, the oldest first; days without any are among them. */
export const views = z.object({
  timeZone: z.string().describe("The zone in which days begin: the option `site_timezone`."),
  from: day,
  to: day,
  total: z.int(),
  daily: z.array(z.object({ day, views: z.int() })),
});

/** A post with its views of a period. */
export const viewedPost = z.object({ id, title: z.string(), url: z.string(), views: z.int() });

/** The hosts of the pages that led here, those with the most views first. */
export const referrers = z.object({
  hosts: z.array(z.object({ host: z.string(), views: z.int() })),
  others: z.int().describe("Views that came from further hosts."),
  total: z.int().describe("Views that came from pages of other sites."),
});

export type Views = z.output<typeof views>;
export type ViewedPost = z.output<typeof viewedPost>;
export type Referrers = z.output<typeof referrers>;
