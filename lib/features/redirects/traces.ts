import { desc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { plus, plusInserted } from "../../../db/expressions";
import { missedAddresses, ownRedirects } from "../../../db/schema";
import { system } from "../../core/access";
import { atOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { ownText } from "../../core/own-text";
import { firstOf, inParts } from "../../core/parts";
import { shared } from "../../core/shared";
import * as shape from "./schema";

/** Missed addresses that are stored, and days after which one that nobody asks for any more is forgotten. */
const [MOST_KEPT, KEPT_DAYS] = [500, 90];
/** Addresses that wait in memory, and those of one network among them: strangers can invent any number. */
const [MOST_WAITING, MOST_OF_NETWORK] = [500, 20];
/** The longest address that is noted, in characters. */
const LONGEST = 255;

/** Hits and missed addresses that are not stored yet; a crash loses the last few seconds. */
const waiting = shared("traces of redirects", () => ({
  hits: new Map<number, number>(),
  missed: new Map<string, number>(),
  /** New addresses by the network that asked for them first. */
  networks: new Map<string, number>(),
}));

/** Counts that a redirect has led somewhere. */
export const countHit = (id: number): void => void waiting.hits.set(id, (waiting.hits.get(id) ?? 0) + 1);

/** Counts that somebody asked for an address where nothing is. */
export function countMissed(path: string, network: string): void {
  const { missed, networks } = waiting;
  const known = missed.get(path);
  if (known !== undefined) return void missed.set(path, known + 1);
  const ofNetwork = networks.get(network) ?? 0;
  if (path.length > LONGEST || missed.size >= MOST_WAITING || ofNetwork >= MOST_OF_NETWORK) return;
  if (/[\p{Cc}\p{Cf}]/u.test(path) || !path.isWellFormed()) return;
  networks.set(network, ofNetwork + 1);
  missed.set(ownText(path), 1);
}

const addTraces = mutation("addTraces", {
  can: "manage redirects",
  input: shape.traces,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { hits, missed }) => {
    // On PostgreSQL all that write wait for the answer to each statement that is not asked together with others.
    const add = ({ id, count }: (typeof hits)[number]) =>
      db
        .update(ownRedirects)
        .set({ hits: plus(ownRedirects.hits, count), lastHitTime: now })
        .where(eq(ownRedirects.id, id));
    await atOnce(hits.map(add));
    if (missed.length === 0) return;
    await db
      .insert(missedAddresses)
      .values(missed.map(({ path, count }) => ({ path, hits: count, firstTime: now, lastTime: now })))
      .onConflictDoUpdate({
        target: missedAddresses.path,
        set: { hits: plusInserted(missedAddresses.hits), lastTime: now },
      });
    await db
      .delete(missedAddresses)
      .where(lt(missedAddresses.lastTime, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
    const kept = db
      .select({ id: missedAddresses.id })
      .from(missedAddresses)
      .orderBy(desc(missedAddresses.hits), desc(missedAddresses.lastTime), desc(missedAddresses.id))
      .limit(MOST_KEPT);
    await db.delete(missedAddresses).where(notInArray(missedAddresses.id, kept));
  },
});

/** Stores some of what was counted in one transaction; after a failure hits stay. */
async function flushSome(): Promise<void> {
  const led = firstOf(waiting.hits);
  const asked = firstOf(waiting.missed);
  for (const [id] of led) waiting.hits.delete(id);
  for (const [path] of asked) waiting.missed.delete(path);
  try {
    await addTraces(system, {
      hits: led.map(([id, count]) => ({ id, count })),
      missed: asked.map(([path, count]) => ({ path, count })),
    });
  } catch (error) {
    for (const [id, count] of led) waiting.hits.set(id, (waiting.hits.get(id) ?? 0) + count);
    throw error;
  }
}

/** Stores what was counted since the last time. */
export function flushTraces(): Promise<void> {
  const { hits, missed, networks } = waiting;
  networks.clear();
  return inParts(Math.max(hits.size, missed.size), flushSome);
}

/** Forgets some of the addresses that were not found. */
export const forgetMissedAddresses = mutation("forgetMissedAddresses", {
  can: "manage redirects",
  input: shape.missedRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  touches: () => [],
  about: ({ ids }) => ({ subject: "missed-addresses", summary: `${ids.length} forgotten` }),
  run: async ({ db }, { ids }) => {
    const gone = await db
      .delete(missedAddresses)
      .where(inArray(missedAddresses.id, ids))
      .returning({ id: missedAddresses.id });
    if (gone.length < ids.length) throw notFound();
  },
});
