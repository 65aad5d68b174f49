import { mkdirSync, renameSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { dropRevoked } from "../../../db/carry-over";
import { BackupBusy, takeBackupLock } from "../../../db/data-dir";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";
import { flush } from "../../core/flush";
import { endHold } from "../../services/files/holding";
import { serveTasks, type Telling } from "../../services/workers/child";
import { removeUnfinished } from "./folder";
import { HOLDER, type Making, makeBackup } from "./making";
import type { OnProgress } from "./progress";
import { whileThereIsRoom } from "./room";
import type { Progress } from "./schema";
import { verifyBackup } from "./verifying";

/** What the child does; `dataDir` is the site's folder. */
export type BackupTask = { dataDir: string } & (
  | ({ task: "make" } & Making)
  | { task: "verify"; path: string; scratch: string }
  // The process that asks for these holds the lock until the new site is in its place.
  | { task: "prepare"; path: string; into: string }
  | { task: "clear"; path: string }
  | { task: "move"; from: string; to: string }
  | { task: "drop revoked"; prepared: string; live: string | null }
);

/** Does it while no other process backs this site up or restores it. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  let release: () => void;
  try {
    release = takeBackupLock();
  } catch (error) {
    if (error instanceof BackupBusy) throw new AppError("conflict", error.message, { reason: "backup_running" });
    throw error;
  }
  try {
    return await work();
  } finally {
    release();
  }
}

/** Removes what a backup left that was cancelled. */
async function clear(path: string): Promise<void> {
  await removeUnfinished(dirname(path));
  rmSync(`${path}.unfinished`, { force: true });
  endHold(HOLDER);
}

function move(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of [dirname(from), dirname(to)]) flush(folder);
}

async function work(task: BackupTask, report: OnProgress): Promise<unknown> {
  env.dataDir = task.dataDir;
  // Readers of the site have priority. Set before other work, since threads inherit the priority of the one that starts
  // them.
  if (task.task === "make" || task.task === "verify") setPriority(constants.priority.PRIORITY_LOW);
  if (task.task === "make") return alone(() => makeBackup(task, report));
  if (task.task === "clear") return alone(() => clear(task.path));
  if (task.task === "move") return alone(async () => move(task.from, task.to));
  // Loaded late: a backup needs none of the code that opens a site.
  if (task.task === "prepare") return (await import("./preparing")).prepareRestore(task.path, task.into, report);
  if (task.task === "drop revoked") return dropRevoked(task.prepared, task.live);
  const { path, scratch } = task;
  return whileThereIsRoom(dirname(scratch), "the backup could not be verified.", async () => {
    mkdirSync(scratch, { mode: 0o700 });
    const { manifest, ...found } = await verifyBackup(path, { folder: scratch, unpack: false, report });
    if (!manifest) return { ...found, manifest };
    // The caller needs what the manifest says of the whole, not its list of files, which may be millions.
    const files = manifest.files.filter((file) => file.path === "secret.key");
    return { ...found, manifest: { ...manifest, files } };
  });
}

// A backup that has begun is finished when the server ends.
serveTasks((task: BackupTask, { progress }: Telling<Progress>) => work(task, progress), { goesOn: true });
// A terminal sends Ctrl-C to this process as well, but its parent decides what becomes of the work.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
