import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { system } from "../../core/access";
import { listStoredFolders } from "./queries";
import { incomingRoot, storage } from "../../services/files/storage";

/** Year, month, attachment, version. */
const DEPTH = 4;

/** Whether the process that made an upload's folder still runs: `1234-abc`. */
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

/** Removes the remains of interrupted uploads; call it before this process takes any. */
export async function sweepIncoming(): Promise<void> {
  const names = await readdir(incomingRoot()).catch(() => []);
  for (const name of names) if (!isHeld(name)) await rm(join(incomingRoot(), name), { recursive: true, force: true });
}

/** Removes stored files without an attachment, which a crash may leave; returns the number of folders. */
export async function sweepOrphans(now: Date, signal = AbortSignal.any([])): Promise<number> {
  if (await storage().isHeld(signal)) return 0;
  const alone: string[] = [];
  // Listed before the rows are read: a newer folder has a row or is too young.
  for await (const { name, time } of storage().folders(DEPTH, signal))
    if (now.getTime() - time.getTime() > storage().grace) alone.push(name);
  const known = new Set(await listStoredFolders(system, {}));
  const orphans = alone.filter((name) => !known.has(name));
  await storage().remove(orphans, signal);
  return orphans.length;
}
