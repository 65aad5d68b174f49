import { and, eq, gte } from "drizzle-orm";
import { idempotencyKeys } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { query } from "../../core/operation";
import { unseal } from "../../core/secrets";
import { keptSince, PURPOSE } from "./keeping";
import * as shape from "./schema";

/** The answer of the first request with this key; null without one. */
export const getKeptAnswer = query("getKeptAnswer", {
  can: "read the site",
  input: shape.keyed,
  output: shape.keptAnswer,
  run: async ({ db, now }, { key, bodyHash }) => {
    const [row] = await db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.key, key), gte(idempotencyKeys.createTime, keptSince(now))));
    if (!row || row.answer === null) return null;
    if (row.bodyHash !== bodyHash)
      throw new AppError("conflict", "This Idempotency-Key was already used with another body. Use a new key.", {
        reason: "key_used",
      });
    return unseal(PURPOSE, row.answer);
  },
});
