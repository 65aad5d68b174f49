import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "../../core/settings";
import { backupsFolder, makeBackupsFolder } from "./folder";
import type { Backup } from "./schema";

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

/** The moment that the last scheduled backup was for, in epoch milliseconds, whether it worked or not. */
export function readSlot(): number | null {
  try {
    return Number(readFileSync(slotFile(), "utf8"));
  } catch {
    return null;
  }
}

export function storeSlot(slot: Date): void {
  makeBackupsFolder();
  writeFileSync(slotFile(), String(slot.getTime()), { mode: 0o600 });
}

/**
 * The scheduled backups beyond the newest `keep`, of those that are given newest first. The last good backup of all
 * stays, and so do those that somebody made.
 */
export function overdue(backups: readonly Backup[], keep: number): string[] {
  const lastGood = backups.find(({ verified }) => verified.ok)?.name;
  return backups
    .filter(({ reason }) => reason === "SCHEDULED")
    .slice(keep)
    .map(({ name }) => name)
    .filter((name) => name !== lastGood);
}
