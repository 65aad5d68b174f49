import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { tokens, users } from "../../../../db/schema";
import type { Scope } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { type Context, query } from "../../../core/operation";
import { personalToken, tokenPath } from "../credentials-schema";
import { userPath } from "../schema";

/** The answered fields of a personal access token; its hash is not among them. */
export const personalTokenColumns = {
  id: tokens.id,
  name: tokens.name,
  scopes: tokens.scopes,
  createTime: tokens.createTime,
  expireTime: tokens.expireTime,
  lastUseTime: tokens.lastUseTime,
};
export const withScopes = <R extends { scopes: readonly Scope[] | null }>(row: R) => ({
  ...row,
  scopes: [...(row.scopes ?? [])],
});

/** The condition for an account's tokens, or one of them. */
export const personalTokens = (userId: number, tokenId?: number) =>
  and(
    eq(tokens.userId, userId),
    eq(tokens.kind, "PERSONAL"),
    tokenId === undefined ? undefined : eq(tokens.id, tokenId),
  );

/** The unexpired personal access tokens of an account, newest first. */
const tokensOf = async ({ db, now }: Context, userId: number) =>
  (
    await db
      .select(personalTokenColumns)
      .from(tokens)
      .where(and(personalTokens(userId), gt(tokens.expireTime, now)))
      .orderBy(desc(tokens.id))
  ).map(withScopes);

/** One's own unexpired personal access tokens, newest first. */
export const listPersonalTokens = query("listPersonalTokens", {
  can: "be signed in",
  input: noInput,
  output: z.array(personalToken),
  run: (context) => tokensOf(context, context.actor.id ?? 0),
});

/** Somebody's unexpired personal access tokens, newest first. */
export const listUserTokens = query("listUserTokens", {
  can: "manage users",
  input: userPath,
  output: z.array(personalToken),
  run: async (context, { userId }) => {
    const [row] = await context.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    return tokensOf(context, userId);
  },
});

/** One of them. */
export const getPersonalToken = query("getPersonalToken", {
  can: "be signed in",
  input: tokenPath,
  output: personalToken,
  run: async ({ db, actor, now }, { tokenId }) => {
    const [row] = await db
      .select(personalTokenColumns)
      .from(tokens)
      .where(and(personalTokens(actor.id ?? 0, tokenId), gt(tokens.expireTime, now)));
    if (!row) throw notFound();
    return withScopes(row);
  },
});
