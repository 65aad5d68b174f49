import { desc, gt, inArray } from "drizzle-orm";
import { counters } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation, sharedCounters } from "../../core/operation";
import { inParts } from "../../core/parts";
import { allKeptNames, forgetBefore, setBefore } from "./kept-names";
import { countedChanges } from "./schema";
import { MOST_STORED } from "./sweeping";

const storeCounters = mutation("storeCounters", {
  can: "manage jobs",
  input: countedChanges,
  output: nothing,
  touches: () => [],
  silent: true,
  whenFull: true,
  isRedone: () => true,
  run: async ({ db }, { changes }) => {
    await db.delete(counters).where(
      inArray(
        counters.name,
        changes.map(({ name }) => name),
      ),
    );
    const rows = changes.flatMap(({ name, counted }) =>
      counted ? [{ name, state: counted.state, expireTime: new Date(counted.until) }] : [],
    );
    if (rows.length > 0) await db.insert(counters).values(rows);
  },
});

/** Stores what was counted in memory since the last time; several servers count in the database at once. */
export async function keepCounters(now = Date.now()): Promise<void> {
  if (sharedCounters()) return;
  forgetBefore(now);
  for (const names of allKeptNames())
    await inParts(names.changed, async () => {
      const { changes, giveBack } = names.take();
      try {
        await storeCounters(system, { changes });
      } catch (error) {
        giveBack();
        throw error;
      }
    });
}

/** Reads what the process before has counted; call it before the first request. */
export async function recallCounters(now = new Date()): Promise<void> {
  if (sharedCounters()) return;
  const rows = await engine()
    .reader.select()
    .from(counters)
    .where(gt(counters.expireTime, now))
    .orderBy(desc(counters.expireTime))
    .limit(MOST_STORED);
  setBefore(rows.map(({ name, state, expireTime }) => ({ name, counted: { state, until: expireTime.getTime() } })));
}
