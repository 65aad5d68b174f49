import { z } from "zod";
import { emailWithin, id, instantOut, pageInput, text, unique } from "../../core/fields";

const rhythms = ["EACH", "WEEKLY"] as const;
const followerStatuses = ["FOLLOWING", "WAITING", "BOUNCED"] as const;
/** The longest address. */
const MAX_EMAIL = 255;

const rhythm = z.enum(rhythms).describe("`EACH`: a mail for each post; `WEEKLY`: one a week with the posts of it.");
const status = z
  .enum(followerStatuses)
  .describe("`WAITING`: not confirmed yet; `BOUNCED`: refused by its mail server so often that it gets no more.");

/** Somebody's wish to follow, which whoever reads the address's mail confirms. */
export const followRequest = z.strictObject({
  email: emailWithin(MAX_EMAIL),
  rhythm: rhythm.optional().describe("A mail for each post unless given."),
  /** A hidden field of the form; only programs fill it in. */
  website: text(1023).optional(),
});
export const followRequestPayload = z.strictObject({ email: emailWithin(MAX_EMAIL), rhythm });

/** The link in a mail is the permission. */
export const followLink = z.strictObject({ token: text(200) });
export const followChoice = followLink.extend({ rhythm });
export const followWish = z.object({ rhythm }).nullable();

export const followerFilters = z.strictObject({
  ...pageInput(["email", "createTime", "bounces"]),
  status: z.enum(["all", ...followerStatuses]).optional(),
});
export const followerExport = z.strictObject({ after: id.optional() });
/** Lines that are read at a time. */
export const exportPage = 1000;
export const followerRef = z.strictObject({ id });
export const followersRemoval = z.strictObject({ ids: unique(id).min(1) });

export const follower = z.object({
  id,
  email: z.string(),
  status,
  rhythm,
  bounces: z
    .int()
    .describe("The number of permanent refusals by its mail server since the last mail that was accepted."),
  lastBounceTime: instantOut.nullable(),
  confirmedTime: instantOut.nullable(),
  createTime: instantOut,
});
export const followerLines = z.array(follower);
export const followerCounts = z.object({
  all: z.int(),
  FOLLOWING: z.int(),
  WAITING: z.int(),
  BOUNCED: z.int(),
  each: z.int().describe("Those who get a mail for each post."),
  weekly: z.int().describe("Those who get one a week."),
  on: z.boolean().describe("Whether readers can follow: the option is on, and mail is set up."),
});

/** A post that may be mailed, or a new one. */
export const mailingQuestion = z.strictObject({ postId: id.nullable() });
export const mailingPlan = z.object({
  isDue: z.boolean().describe("Whether its publication would be mailed: it has not been mailed before."),
  followers: z.int().describe("How many get a mail for each post."),
});

// The steps of the jobs; no door leads here.
export const mailingRef = z.strictObject({ mailingId: id });
export const mailingStep = mailingRef.extend({ reached: z.int() });
export const nextMail = mailingStep.extend({ runAt: z.date() });
export const recipient = z.object({ id, email: z.string(), before: z.int() }).nullable();
export const stepBack = mailingRef.extend({ id, before: z.int() });
export const lostMail = mailingRef.extend({ followerId: id });
export const mailAgain = lostMail.extend({ attempt: z.int() });

export type Follower = z.output<typeof follower>;
export type FollowerFilters = z.input<typeof followerFilters>;
export type FollowerCounts = z.output<typeof followerCounts>;
export type MailingPlan = z.output<typeof mailingPlan>;
