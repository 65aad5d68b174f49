import { count, eq } from "drizzle-orm";
import { tokens, users } from "../../../../db/schema";
import { isStaff } from "../../../core/access";
import { AppError, invalid, notFound } from "../../../core/errors";
import { noInput, nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { personalTokenColumns, personalTokens, withScopes } from "./listing";
import * as shape from "../credentials-schema";
import { userTokenPath } from "../schema";
import { hashOf, newSecret, purgeTokens } from "./tokens";

/** Prefix of every personal access token, by which people and scanners recognise one. */
const PREFIX = "bs_";
const DAY_MS = 86_400_000;
const [USUAL_DAYS, MOST_DAYS] = [90, 366];
/** The most tokens of one account. Anybody may be a reader, with any number of accounts. */
const MOST_TOKENS = { staff: 100, reader: 10 };

function endOf(wish: Date | null | undefined, now: Date): Date {
  const end = wish ?? new Date(now.getTime() + USUAL_DAYS * DAY_MS);
  if (end <= now) throw invalid("expireTime", "wrong_value", "This is in the past. Choose a later time.");
  if (end.getTime() > now.getTime() + MOST_DAYS * DAY_MS)
    throw invalid("expireTime", "wrong_value", `A token lasts at most ${MOST_DAYS} days.`);
  return end;
}

/** Makes a personal token, shown this once. Suspension, a new password or another role end it. */
export const createPersonalToken = mutation("createPersonalToken", {
  can: "be signed in",
  input: shape.newPersonalToken,
  output: shape.createdPersonalToken,
  example: { name: "Backup script", scopes: ["content:read"] },
  touches: () => [],
  about: (_input, { id, name, scopes }) => ({
    subject: `token:${id}`,
    summary: `The access token "${name}" was made with ${scopes.join(", ")}.`,
  }),
  run: async ({ db, actor, now }, { name, scopes, expireTime }) => {
    if (actor.id === null) throw notFound();
    // A stolen token must not be able to make one that lasts longer.
    if (actor.scopes !== null)
      throw new AppError("forbidden", "An access token cannot create another one. Sign in with a password instead.");
    const [account] = await db.select({ id: users.id }).from(users).where(eq(users.id, actor.id));
    if (!account) throw notFound();
    await purgeTokens(db, actor.id, now);
    const [all] = await db.select({ total: count() }).from(tokens).where(personalTokens(actor.id));
    const most = isStaff(actor) ? MOST_TOKENS.staff : MOST_TOKENS.reader;
    if ((all?.total ?? 0) >= most)
      throw new AppError(
        "conflict",
        `An account can have at most ${most} access tokens. Revoke one that is no longer needed.`,
        { reason: "too_many_tokens" },
      );
    const token = `${PREFIX}${newSecret()}`;
    const [row] = await db
      .insert(tokens)
      .values({
        userId: actor.id,
        kind: "PERSONAL",
        hash: hashOf(token),
        family: newSecret(),
        name,
        scopes,
        createTime: now,
        expireTime: endOf(expireTime, now),
      })
      .returning(personalTokenColumns);
    if (!row) throw new Error("the token was not stored");
    return { ...withScopes(row), token };
  },
});

/** Ends one of one's own tokens. */
export const deletePersonalToken = mutation("deletePersonalToken", {
  can: "be signed in",
  input: shape.tokenPath,
  output: nothing,
  touches: () => [],
  about: ({ tokenId }) => ({ subject: `token:${tokenId}`, summary: "An access token was ended." }),
  run: async ({ db, actor }, { tokenId }) => {
    const [row] = await db
      .delete(tokens)
      .where(personalTokens(actor.id ?? 0, tokenId))
      .returning({ id: tokens.id });
    if (!row) throw notFound();
  },
});

/** Ends one of somebody's personal tokens. */
export const deleteUserToken = mutation("deleteUserToken", {
  can: "manage users",
  input: userTokenPath,
  output: nothing,
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "An access token of this account was ended." }),
  run: async ({ db }, { userId, tokenId }) => {
    const [row] = await db.delete(tokens).where(personalTokens(userId, tokenId)).returning({ id: tokens.id });
    if (!row) throw notFound();
  },
});

/** Notes that the request's token is in use. */
export const noteTokenUse = mutation("noteTokenUse", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  silent: true,
  touches: () => [],
  run: async ({ db, actor, now }) => {
    if (actor.tokenId !== null) await db.update(tokens).set({ lastUseTime: now }).where(eq(tokens.id, actor.tokenId));
  },
});
