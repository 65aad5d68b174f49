import { and, eq } from "drizzle-orm";
import { sessions, users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { noInput, nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { endedSession } from "../credentials-schema";
import { userPath, userSessionPath } from "../schema";
import { endSessionsOf, noteUse } from "./sessions";
import { endTokensOf } from "../tokens/tokens";

/** Signs out one of one's own browsers. */
export const endSession = mutation("endSession", {
  can: "be signed in",
  input: endedSession,
  output: nothing,
  touches: () => [],
  about: ({ sessionId }) => ({ subject: `session:${sessionId}`, summary: "A browser was signed out." }),
  run: async ({ db, actor }, { sessionId }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))
      .returning({ id: sessions.id });
    if (!row) throw notFound();
  },
});

/** Signs out one of somebody's browsers. */
export const endUserSession = mutation("endUserSession", {
  can: "manage users",
  input: userSessionPath,
  output: nothing,
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "A browser of this account was signed out." }),
  run: async ({ db }, { userId, sessionId }) => {
    const [row] = await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    if (!row) throw notFound();
  },
});

/** Signs somebody out everywhere: every browser but the one that asks, and every access token. */
export const endUserSessions = mutation("endUserSessions", {
  can: "manage users",
  input: userPath,
  output: nothing,
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "This account was signed out everywhere." }),
  run: async ({ db, actor }, { userId }) => {
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    await endSessionsOf(db, userId, actor.sessionId);
    await endTokensOf(db, userId, actor.tokenId);
  },
});

/** Signs out everywhere else: every other browser and, unless the caller uses one, every access token. */
export const endOtherSessions = mutation("endOtherSessions", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  touches: () => [],
  about: () => ({ subject: "sessions", summary: "Every other browser and program was signed out." }),
  run: async ({ db, actor }) => {
    if (actor.id === null) return;
    await endSessionsOf(db, actor.id, actor.sessionId);
    await endTokensOf(db, actor.id, actor.tokenId);
  },
});

/** Notes that the request's session is in use. */
export const noteSessionUse = mutation("noteSessionUse", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  silent: true,
  touches: () => [],
  run: async ({ db, actor, now }) => {
    if (actor.sessionId !== null) await noteUse(db, actor.sessionId, now);
  },
});
