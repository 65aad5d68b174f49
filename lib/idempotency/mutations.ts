import { eq, lt } from "drizzle-orm";
import { idempotencyKeys } from "../../db/schema";
import { nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { seal, unseal } from "../core/secrets";
import * as shape from "./schema";

const KEPT_MS = 24 * 60 * 60 * 1000;

const silently = { can: "read the site", touches: () => [], silent: true } as const;

/** Takes a key for one request, or tells what became of the request that has it. */
export const reserveKey = mutation("reserveIdempotencyKey", {
  ...silently,
  input: shape.reservation,
  output: shape.reserved,
  run: async ({ db, now }, { key, bodyHash }) => {
    await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, new Date(now.getTime() - KEPT_MS)));
    const taken = await db.insert(idempotencyKeys).values({ key, bodyHash, createTime: now }).onConflictDoNothing().returning({ key: idempotencyKeys.key });
    if (taken.length > 0) return { state: "new" as const, answer: null };
    const [row] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    if (!row || row.bodyHash !== bodyHash) return { state: "other" as const, answer: null };
    return row.answer === null ? { state: "running" as const, answer: null } : { state: "done" as const, answer: unseal("idempotency", row.answer) };
  },
});

/** Keeps the answer for whoever sends the same again; encrypted, since it may hold a secret that is shown once. */
export const keepAnswer = mutation("keepIdempotentAnswer", {
  ...silently,
  input: shape.kept,
  output: nothing,
  run: async ({ db }, { key, answer }) => {
    await db
      .update(idempotencyKeys)
      .set({ answer: seal("idempotency", answer) })
      .where(eq(idempotencyKeys.key, key));
  },
});

/** Gives a key back whose request failed on our side, so that it can be tried again. */
export const releaseKey = mutation("releaseIdempotencyKey", {
  ...silently,
  input: shape.released,
  output: nothing,
  run: async ({ db }, { key }) => {
    await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  },
});
