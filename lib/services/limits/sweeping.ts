import { lt } from "drizzle-orm";
import { counters } from "../../../db/schema";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";

/** Deletes shared counters that count no more. */
export const forgetCounters = mutation("forgetCounters", {
  can: "manage jobs",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => void (await db.delete(counters).where(lt(counters.expireTime, now))),
});
