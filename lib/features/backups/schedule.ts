import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gt, lt, lte, max, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { backupSlots } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { latestNow } from "../../core/latest-now";
import { mutation } from "../../core/operation";
import type { Options } from "../../core/settings";
import { backupsFolder, makeBackupsFolder } from "./folder";
import { type Backup, backupSlot } from "./schema";

const DAY_MS = 24 * 3_600_000;
/** Weekly backups are made on Sundays, when most sites rest. */
const SUNDAY = 0;

/** The newest moment at which a backup was due; null where none is scheduled. */
export function slotBefore(now: Date, schedule: Options["backup_schedule"], hour: number): Date | null {
  if (schedule === "off") return null;
  const slot = new Date(now);
  slot.setUTCHours(hour, 0, 0, 0);
  if (slot > now) slot.setTime(slot.getTime() - DAY_MS);
  if (schedule === "weekly") slot.setTime(slot.getTime() - ((slot.getUTCDay() - SUNDAY + 7) % 7) * DAY_MS);
  return slot;
}

const slotFile = () => join(backupsFolder(), ".last-slot");

/**
 * The moment that the last scheduled backup was for, in epoch milliseconds, whether it worked or not: by this server,
 * or by another one. Moments to come, noted while a clock was wrong, stand for none.
 */
export async function readSlot(db: Database, now = new Date()): Promise<number | null> {
  const [there] = await db
    .select({ slot: max(backupSlots.slot) })
    .from(backupSlots)
    .where(lte(backupSlots.slot, latestNow(now)));
  const own = ownSlot();
  const slots = [own !== null && own <= latestNow(now).getTime() ? own : null, there?.slot?.getTime() ?? null].filter(
    (slot) => slot !== null,
  );
  return slots.length > 0 ? Math.max(...slots) : null;
}

/** A restored database knows older moments than the folder. */
function ownSlot(): number | null {
  try {
    return Number(readFileSync(slotFile(), "utf8"));
  } catch {
    return null;
  }
}

const noteSlot = mutation("noteBackupSlot", {
  can: "look after storage",
  input: backupSlot,
  output: nothing,
  touches: () => [],
  silent: true,
  whenFull: true,
  run: async ({ db, now }, { slot }) => {
    await db.insert(backupSlots).values({ slot }).onConflictDoNothing();
    await db.delete(backupSlots).where(or(lt(backupSlots.slot, slot), gt(backupSlots.slot, latestNow(now))));
  },
});

export async function storeSlot(slot: Date): Promise<void> {
  makeBackupsFolder();
  writeFileSync(slotFile(), String(slot.getTime()), { mode: 0o600 });
  await noteSlot(system, { slot });
}

/**
 * The scheduled backups beyond the newest `keep`, of those that are given newest first. The last good backup of all
 * stays, and so do those that somebody made. What was made while the clock was wrong, and seems to come from the future,
 * stays and stands for none of them.
 */
export function overdue(backups: readonly Backup[], keep: number, now = new Date()): string[] {
  const made = backups.filter(({ createTime }) => createTime <= now);
  const lastGood = made.find(({ verified }) => verified.ok)?.name;
  return made
    .filter(({ reason }) => reason === "SCHEDULED")
    .slice(keep)
    .map(({ name }) => name)
    .filter((name) => name !== lastGood);
}
