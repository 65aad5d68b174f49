import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { sessions, users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { type Context, query } from "../../../core/operation";
import { browserSession } from "../credentials-schema";
import { userPath } from "../schema";

/** The browsers in which an account is signed in, the last used first. */
async function sessionsOf({ db, actor, now }: Context, userId: number) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expireTime, now)))
    .orderBy(desc(sessions.lastUseTime), desc(sessions.id));
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

/** One's signed-in browsers, the last used first. */
export const listSessions = query("listSessions", {
  can: "be signed in",
  input: noInput,
  output: z.array(browserSession),
  run: async (context) => (context.actor.id === null ? [] : sessionsOf(context, context.actor.id)),
});

/** The browsers in which somebody is signed in, the last used first. */
export const listUserSessions = query("listUserSessions", {
  can: "manage users",
  input: userPath,
  output: z.array(browserSession),
  run: async (context, { userId }) => {
    const [row] = await context.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    return sessionsOf(context, userId);
  },
});
