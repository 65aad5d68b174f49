import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { tokens } from "../../../../db/schema";
import type { Actor, Scope } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { personalToken, tokenPath } from "../credentials-schema";

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

/** The condition for one's own tokens, or one of them. */
export const ownTokens = ({ id }: Actor, tokenId?: number) =>
  and(
    eq(tokens.userId, id ?? 0),
    eq(tokens.kind, "PERSONAL"),
    tokenId === undefined ? undefined : eq(tokens.id, tokenId),
  );

/** One's own unexpired personal access tokens, newest first. */
export const listPersonalTokens = query("listPersonalTokens", {
  can: "be signed in",
  input: noInput,
  output: z.array(personalToken),
  run: async ({ db, actor, now }) =>
    (
      await db
        .select(personalTokenColumns)
        .from(tokens)
        .where(and(ownTokens(actor), gt(tokens.expireTime, now)))
        .orderBy(desc(tokens.id))
    ).map(withScopes),
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
      .where(and(ownTokens(actor, tokenId), gt(tokens.expireTime, now)));
    if (!row) throw notFound();
    return withScopes(row);
  },
});
