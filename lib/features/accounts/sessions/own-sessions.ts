import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { sessions } from "../../../../db/schema";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { browserSession } from "../credentials-schema";

/** One's signed-in browsers, the last used first. */
export const listSessions = query("listSessions", {
  can: "be signed in",
  input: noInput,
  output: z.array(browserSession),
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
