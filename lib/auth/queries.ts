import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { sessions, users } from "../../db/schema";
import { notFound } from "../core/errors";
import { noInput } from "../core/fields";
import { query } from "../core/operation";
import { countRecoveryCodes } from "./recovery-codes";
import { browserSession, security } from "./schema";

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
