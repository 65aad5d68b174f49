import { and, eq, lt } from "drizzle-orm";
import type { Database } from "../../../db";
import { followers } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { noInput, nothing, id as recordId } from "../../core/fields";
import { mutation, query } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import { takeTogether } from "../../services/limits/together";
import { mayAskAgain } from "../../services/mail/asking";
import { canBeFollowed, queueMail } from "../../services/mail/queue";
import { forgetWithdrawal, noteWithdrawal } from "../../services/mail/withdrawals";
import { mailToken, recordOfToken } from "../../services/mail/token";
import { addressOf, readOptions } from "../../services/settings/reading";
import { wishes, wishesInDay, wishesOfAll } from "./limits";
import * as shape from "./schema";

/** Days after which an address that nobody confirmed is forgotten. */
const WAITING_DAYS = 30;

/** Stores a wish to follow, and asks by mail whether it is the reader's. */
export const followRequestJob = jobKind("follow", { payload: shape.followRequestPayload, tries: 3, secret: true });

const isOn = async (db: Database): Promise<boolean> => canBeFollowed(await readOptions(db));

/** A link by which its reader confirms, changes or ends what is mailed. */
export const linkTo = (site: string, page: "confirm" | "unsubscribe", follower: { id: number; email: string }) =>
  page === "confirm"
    ? `${site}/confirm?list=posts&token=${mailToken("follow", follower)}`
    : `${site}/unsubscribe/posts/${mailToken("follow", follower)}`;

/**
 * Takes somebody's wish to follow. A job does the rest, so that neither the answer nor the time that it takes tells
 * whether the address is known.
 */
export const follow = mutation("follow", {
  can: "read the site",
  summary:
    "Mails a link to the address, which confirms that new posts are wanted there. The answer is the same whether it follows already or not.",
  input: shape.followRequest,
  output: nothing,
  example: { email: "ada@example.org", rhythm: "WEEKLY" },
  // It can be turned off, and needs mail.
  refusals: ["forbidden"],
  touches: () => [],
  silent: true,
  run: async ({ db, actor, now }, { email, rhythm, website }) => {
    if (!(await isOn(db))) throw new AppError("forbidden", "This site cannot be followed by mail.");
    const ofNetwork = [wishes, wishesInDay].map((rate) => rate.ofNetwork(actor.ip));
    await takeTogether([...ofNetwork, ...(website ? [] : [wishesOfAll.of("site", actor.ip)])]);
    // Only a program fills in the hidden field. It gets the usual answer, and nothing is stored.
    if (website) return;
    await enqueue(
      db,
      {
        kind: followRequestJob,
        title: "Ask whether posts are wanted by mail",
        payload: { email, rhythm: rhythm ?? "EACH" },
      },
      now,
    );
  },
});

/** Stores a wish, and mails the link that confirms it; a known address gets another only after a while. */
export const storeWish = mutation("storeWishToFollow", {
  can: "manage followers",
  input: shape.followRequestPayload,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { email: given, rhythm }) => {
    if (!(await isOn(db))) return;
    const email = given.toLowerCase();
    const [before] = await db.select().from(followers).where(eq(followers.email, email));
    if (before && !mayAskAgain(before.askedTime, now)) return;
    const [row] = await db
      .insert(followers)
      .values({ email, rhythm, status: "WAITING", askedTime: now, createTime: now })
      .onConflictDoUpdate({ target: followers.email, set: { askedTime: now } })
      .returning();
    if (!row) throw new Error("the follower was not stored");
    const link = linkTo(addressOf(await readOptions(db)), "confirm", row);
    await queueMail(db, { to: email, template: "followConfirm", data: { link } });
  },
});

/** The follower whom a link in a mail names. */
const followerOfToken = (db: Database, token: string) =>
  recordOfToken("follow", token, async (id) => {
    // PostgreSQL refuses a number that no follower can have.
    if (!recordId.safeParse(id).success) return undefined;
    const found = await db.select().from(followers).where(eq(followers.id, id));
    return found[0];
  });

/** How often mails are wanted, by the link in one of them; null where it leads to nobody any more. */
export const getFollowWish = query("getFollowWish", {
  can: "read the site",
  input: shape.followLink,
  output: shape.followWish,
  run: async ({ db }, { token }) =>
    followerOfToken(db, token).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    }),
});

const about = (summary: string) => () => ({ subject: "followers", summary });

/** Confirms that posts are wanted, or changes how often, by the link in a mail. */
export const confirmFollowing = mutation("confirmFollowing", {
  can: "read the site",
  input: shape.followChoice,
  output: nothing,
  touches: () => [],
  about: about("posts are wanted by mail"),
  run: async ({ db, now }, { token, rhythm }) => {
    const { id, email, confirmedTime } = await followerOfToken(db, token);
    await forgetWithdrawal(db, "posts", email);
    await db
      .update(followers)
      .set({ status: "FOLLOWING", rhythm, bounces: 0, confirmedTime: confirmedTime ?? now })
      .where(eq(followers.id, id));
  },
});

/** Ends the mails to an address, and forgets it. */
export const stopFollowing = mutation("stopFollowing", {
  can: "read the site",
  input: shape.followLink,
  output: nothing,
  whenFull: true,
  touches: () => [],
  about: about("no more posts by mail"),
  run: async ({ db, now }, { token }) => {
    const { id, email } = await followerOfToken(db, token);
    await db.delete(followers).where(eq(followers.id, id));
    await noteWithdrawal(db, "posts", email, now);
  },
});

/** Forgets addresses that nobody has confirmed for a while. */
export const forgetWishes = mutation("forgetWishesToFollow", {
  can: "manage followers",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const before = new Date(now.getTime() - WAITING_DAYS * 86_400_000);
    await db.delete(followers).where(and(eq(followers.status, "WAITING"), lt(followers.askedTime, before)));
  },
});
