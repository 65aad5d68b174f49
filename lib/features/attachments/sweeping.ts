import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { system } from "../../core/access";
import { listStoredFolders } from "./queries";
import { incomingRoot, storage } from "../../services/files/storage";

/** A file stands for some milliseconds before its row does; one as old as this stays alone. */
const GRACE_MS = 60_000;
/** Year, month, attachment, version. */
const DEPTH = 4;

/** Whether the process that an upload's folder is named after still runs: `1234-abc`. */
function isHeld(name: string): boolean {
  const pid = Number(name.split("-")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes what uploads left behind that were cut off: to be called before this process takes any. */
export async function sweepIncoming(): Promise<void> {
  const names = await readdir(incomingRoot()).catch(() => []);
  for (const name of names) if (!isHeld(name)) await rm(join(incomingRoot(), name), { recursive: true, force: true });
}

/** Removes stored files that no attachment has, since the process ended between the two; answers how many folders went. */
export async function sweepOrphans(now: Date): Promise<number> {
  const alone: string[] = [];
  // Listed before the rows are read: what comes in between has a row, or is too young.
  for await (const { name, time } of storage().folders(DEPTH))
    if (now.getTime() - time.getTime() > GRACE_MS) alone.push(name);
  const known = new Set(await listStoredFolders(system, {}));
  const orphans = alone.filter((name) => !known.has(name));
  await storage().remove(orphans);
  return orphans.length;
}
