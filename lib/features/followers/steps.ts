import { and, asc, eq, gt, lte } from "drizzle-orm";
import { plus } from "../../../db/expressions";
import { followers, mailings } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { enqueue } from "../../services/jobs/queue";
import { enqueueMailing, mailAgainJob } from "./jobs";
import * as shape from "./schema";

// Steps of the jobs, each in its own transaction; no door leads here.
const step = { can: "manage followers", touches: () => [], silent: true } as const;

/** Permanent refusals after which an address gets no more mails. */
const MOST_BOUNCES = 3;

/**
 * The next follower to write to; null after the last one. Stored before the mail is sent: if the server is killed in
 * between, this mail is not sent at all, and none is sent twice.
 */
export const reachNext = mutation("reachNextFollower", {
  ...step,
  input: shape.mailingRef,
  output: shape.recipient,
  run: async ({ db, now }, { mailingId }) => {
    const [mailing] = await db.select().from(mailings).where(eq(mailings.id, mailingId));
    if (mailing?.state !== "PLANNED" && mailing?.state !== "SENDING") return null;
    const startTime = mailing.startTime ?? now;
    const here = and(eq(mailings.id, mailingId), eq(mailings.reached, mailing.reached));
    const [next] = await db
      .select({ id: followers.id, email: followers.email })
      .from(followers)
      .where(
        and(
          eq(followers.status, "FOLLOWING"),
          eq(followers.rhythm, mailing.postId === null ? "WEEKLY" : "EACH"),
          gt(followers.id, mailing.reached),
          lte(followers.confirmedTime, startTime),
        ),
      )
      .orderBy(asc(followers.id))
      .limit(1);
    if (!next) {
      await db.update(mailings).set({ state: "SENT", startTime, endTime: now }).where(here);
      return null;
    }
    const taken = await db
      .update(mailings)
      .set({ state: "SENDING", startTime, reached: next.id, sent: plus(mailings.sent, 1) })
      .where(here)
      .returning({ id: mailings.id });
    return taken.length > 0 ? { ...next, before: mailing.reached } : null;
  },
});

/** Undoes that, where the mail server took nothing from this site. */
export const stepBack = mutation("stepBackToFollower", {
  ...step,
  input: shape.stepBack,
  output: nothing,
  run: async ({ db }, { mailingId, id, before }) => {
    await db
      .update(mailings)
      .set({ reached: before, sent: plus(mailings.sent, -1) })
      .where(and(eq(mailings.id, mailingId), eq(mailings.reached, id)));
  },
});

/** Continues with the next batch. */
export const goOnMailing = mutation("goOnMailing", {
  ...step,
  input: shape.nextMail,
  output: nothing,
  run: async ({ db, now }, { mailingId, reached, runAt }) => {
    await enqueueMailing(db, { id: mailingId, reached, title: `from no. ${reached + 1}`, runAt }, now);
  },
});

/** What was withdrawn waits until it is published again; those who have it already get it no more. */
export const pauseMailing = mutation("pauseMailing", {
  ...step,
  input: shape.mailingRef,
  output: nothing,
  run: async ({ db, now }, { mailingId }) => {
    const [mailing] = await db.select().from(mailings).where(eq(mailings.id, mailingId));
    if (mailing?.state !== "PLANNED" && mailing?.state !== "SENDING") return;
    await db
      .update(mailings)
      .set(mailing.postId === null ? { state: "SENT", endTime: now } : { state: "PLANNED" })
      .where(eq(mailings.id, mailingId));
  },
});

/** Counts a permanent refusal of an address; after some of them it gets no more mails. */
export const noteBounce = mutation("noteBounce", {
  ...step,
  input: shape.lostMail,
  output: nothing,
  run: async ({ db, now }, { mailingId, followerId }) => {
    await db
      .update(mailings)
      .set({ sent: plus(mailings.sent, -1) })
      .where(eq(mailings.id, mailingId));
    const [row] = await db.select().from(followers).where(eq(followers.id, followerId));
    if (!row) return;
    const bounces = row.bounces + 1;
    await db
      .update(followers)
      .set({ bounces, lastBounceTime: now, ...(bounces >= MOST_BOUNCES && { status: "BOUNCED" as const }) })
      .where(eq(followers.id, followerId));
  },
});

/** Forgets refusals of an address whose server took a mail. */
export const noteTaken = mutation("noteTakenMail", {
  ...step,
  input: shape.followerRef,
  output: nothing,
  run: async ({ db }, { id }) => {
    await db
      .update(followers)
      .set({ bounces: 0 })
      .where(and(eq(followers.id, id), gt(followers.bounces, 0)));
  },
});

/** Minutes until a mail that was refused for now is sent again; doubled each time. */
const AGAIN_MINUTES = 10;

/** Sends a mail once more later. */
export const mailAgainLater = mutation("mailAgainLater", {
  ...step,
  input: shape.mailAgain,
  output: nothing,
  run: async ({ db, now }, payload) => {
    const runAt = new Date(now.getTime() + AGAIN_MINUTES * 2 ** payload.attempt * 60_000);
    await enqueue(
      db,
      { kind: mailAgainJob, title: `Mail to follower ${payload.followerId} again`, payload, runAt },
      now,
    );
  },
});
