import { id, index, instant, int, oneOf, string, table, uniqueIndex } from "../dialect";
import { posts } from "./posts";

/** Addresses to which new posts are mailed, in small letters; anybody can enter somebody else's. */
export const followers = table(
  "followers",
  {
    id: id(),
    email: string().notNull(),
    /** BOUNCED: mail servers refused it so often that it gets no more mails. */
    status: oneOf("WAITING", "FOLLOWING", "BOUNCED").notNull(),
    rhythm: oneOf("EACH", "WEEKLY").notNull(),
    /** Permanent refusals since the last mail that was accepted. */
    bounces: int().notNull().default(0),
    lastBounceTime: instant(),
    /** When it was last asked to confirm. */
    askedTime: instant().notNull(),
    confirmedTime: instant(),
    createTime: instant().notNull(),
  },
  (t) => [
    uniqueIndex("followers_email").on(t.email),
    index("followers_mailed").on(t.status, t.rhythm, t.id),
    index("followers_time").on(t.createTime, t.id),
  ],
);

/** What is mailed to followers, each once: a post, or the posts of a week. */
export const mailings = table(
  "mailings",
  {
    id: id(),
    /** The post; null for the posts of a week. */
    postId: int().references(() => posts.id, { onDelete: "cascade" }),
    /** The week, whose posts became public after `fromTime` and not after `untilTime`. */
    fromTime: instant(),
    untilTime: instant(),
    /** SKIPPED: its author did not want it mailed. */
    state: oneOf("PLANNED", "SENDING", "SENT", "SKIPPED").notNull(),
    /** The follower who was written to last, in the order of their numbers. */
    reached: int().notNull().default(0),
    /** How many mails the server took. */
    sent: int().notNull().default(0),
    startTime: instant(),
    endTime: instant(),
    createTime: instant().notNull(),
  },
  (t) => [uniqueIndex("mailings_post").on(t.postId), uniqueIndex("mailings_week").on(t.untilTime)],
);
