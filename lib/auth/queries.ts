import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { sessions, tokens, users } from "../../db/schema";
import type { Actor, Scope } from "../core/access";
import { notFound } from "../core/errors";
import { noInput } from "../core/fields";
import { query } from "../core/operation";
import { mailEnabled } from "../mail/queue";
import { countRecoveryCodes } from "./recovery-codes";
import { browserSession, passwordHelp, personalToken, security, tokenPath } from "./schema";

/** How one's own account is protected. */
export const getSecurity = query("getSecurity", {
  can: "be signed in",
  input: noInput,
  output: security,
  reads: () => ["users"],
  run: async ({ db, actor }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db.select({ mfaType: users.mfaType }).from(users).where(eq(users.id, actor.id));
    if (!row) throw notFound();
    return { ...row, recoveryCodesLeft: await countRecoveryCodes(db, actor.id) };
  },
});

/** What the site can do for somebody who has forgotten their password. */
export const getPasswordHelp = query("getPasswordHelp", {
  can: "read the site",
  input: noInput,
  output: passwordHelp,
  reads: () => ["site"],
  run: async ({ db }) => ({ mails: await mailEnabled(db) }),
});

/** The browsers one is signed in with, the newest use first. */
export const listSessions = query("listSessions", {
  can: "be signed in",
  input: noInput,
  output: z.array(browserSession),
  reads: () => [],
  run: async ({ db, actor, now }) => {
    if (actor.id === null) return [];
    const rows = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, actor.id), gt(sessions.expireTime, now)))
      .orderBy(desc(sessions.lastUseTime), desc(sessions.id));
    return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
  },
});

/** What may leave of a personal access token; its hash is not among it. */
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

/** The condition that finds somebody's own, or one of them. */
export const ownTokens = ({ id }: Actor, tokenId?: number) =>
  and(
    eq(tokens.userId, id ?? 0),
    eq(tokens.kind, "PERSONAL"),
    tokenId === undefined ? undefined : eq(tokens.id, tokenId),
  );

/** One's own personal access tokens that have not ended, the newest first. */
export const listPersonalTokens = query("listPersonalTokens", {
  can: "be signed in",
  input: noInput,
  output: z.array(personalToken),
  reads: () => [],
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
  reads: () => [],
  run: async ({ db, actor, now }, { tokenId }) => {
    const [row] = await db
      .select(personalTokenColumns)
      .from(tokens)
      .where(and(ownTokens(actor, tokenId), gt(tokens.expireTime, now)));
    if (!row) throw notFound();
    return withScopes(row);
  },
});
