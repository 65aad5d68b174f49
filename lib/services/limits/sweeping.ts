import { asc, count, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { counters } from "../../../db/schema";
import { system } from "../../core/access";
import { noInput, nothing } from "../../core/fields";
import { engine, mutation, sharedCounters } from "../../core/operation";
import { giveWay } from "../../core/giving-way";
import { allInParts, PART } from "../../core/parts";
import { surplus } from "./schema";

/**
 * The most counters that are stored for the next process, those that count for longest. Memory holds fewer, but a name
 * that it has forgotten stays stored for as long as it would have counted, and strangers have any number of networks.
 */
export const MOST_STORED = 50_000;

const step = { can: "manage jobs", touches: () => [], silent: true } as const;

const forgetSome = mutation("forgetCounters", {
  ...step,
  input: noInput,
  output: z.int(),
  run: async ({ db, now }) => {
    const over = db.select({ name: counters.name }).from(counters).where(lt(counters.expireTime, now)).limit(PART);
    return (await db.delete(counters).where(inArray(counters.name, over)).returning({ name: counters.name })).length;
  },
});

const forgetFirst = mutation("forgetFirstCounters", {
  ...step,
  input: surplus,
  output: nothing,
  run: async ({ db }, { most }) => {
    const first = db.select({ name: counters.name }).from(counters).orderBy(asc(counters.expireTime)).limit(most);
    await db.delete(counters).where(inArray(counters.name, first));
  },
});

/** Deletes counters that count no more, and those beyond the bound where this server counts in memory. */
export async function forgetCounters(mostStored = MOST_STORED): Promise<void> {
  await allInParts(() => forgetSome(system, {}));
  if (sharedCounters()) return;
  const [stored] = await engine().reader.select({ total: count() }).from(counters);
  for (let left = (stored?.total ?? 0) - mostStored; left > 0; left -= PART) {
    await forgetFirst(system, { most: Math.min(left, PART) });
    await giveWay();
  }
}
