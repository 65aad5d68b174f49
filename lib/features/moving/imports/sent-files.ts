import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { and, eq, inArray, lt, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { folderName } from "../../../../db/folder-name";
import { imports } from "../../../../db/schema";
import { env } from "../../../core/env";
import { AppError } from "../../../core/errors";
import { noInput, nothing } from "../../../core/fields";
import type { IncomingFile } from "../../../core/incoming-file";
import { mutation } from "../../../core/operation";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long a sent file waits for its import to go on, and how long the report of a dry run is kept. */
const [FILE_MS, REPORT_MS] = [7 * DAY_MS, DAY_MS];

/** The folder of files that were sent to be imported, a folder each. */
const root = (): string => join(env.dataDir, "imports");

/** Whether a source lies where this server can read it. */
export const isHere = ({ folder }: { folder?: string | undefined }): boolean =>
  folder === undefined || folder === folderName();

/**
 * Refuses a source that was not sent to this server. The site's own records may be of a backup from anybody, and must not
 * say which files of the machine are read; at the command line, somebody does who may read them.
 */
export function requireSent({ path, media }: { path: string; media?: string | undefined }): void {
  if ([path, media].every((file) => file === undefined || dirname(dirname(resolve(file))) === resolve(root()))) return;
  throw new AppError(
    "conflict",
    "The file of this import was not sent to the site, so only the command line reads it. Go on there, or send it.",
    { reason: "import_not_sent" },
  );
}

/**
 * The ending of a name, by which readers recognise some files. The rest of the name is dropped, since it must not
 * become part of a path.
 */
const endingOf = (name: string): string => /^\.[a-z0-9]{1,8}$/i.exec(extname(name))?.[0].toLowerCase() ?? "";

/** Moves the files of a request to where an import finds them. */
export async function keepSent(file: IncomingFile, media: IncomingFile | undefined) {
  const folder = join(root(), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = { folder, path: join(folder, `source${endingOf(file.name)}`) };
  await rename(file.path, kept.path);
  if (!media) return { ...kept, media: undefined };
  const beside = join(folder, `media${endingOf(media.name)}`);
  await rename(media.path, beside);
  return { ...kept, media: beside };
}

/** Removes what was kept of a request that was refused. */
export const removeSent = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** The folders that imports still need: those at work, those of dry runs with a report, and stopped ones for a week. */
async function neededFolders(db: Database): Promise<{ working: Set<string>; stopped: Set<string> }> {
  const rows = await db
    .select({ state: imports.state, dryRun: imports.dryRun, choices: imports.choices })
    .from(imports)
    .where(or(eq(imports.dryRun, true), inArray(imports.state, ["WAITING", "RUNNING", "FAILED", "CANCELLED"])));
  const needed = { working: new Set<string>(), stopped: new Set<string>() };
  for (const { state, dryRun, choices } of rows) {
    const folder = dirname(String(choices.path));
    (dryRun || state === "WAITING" || state === "RUNNING" ? needed.working : needed.stopped).add(folder);
  }
  return needed;
}

/** Removes sent files whose import is done, or has waited for a week. */
export async function sweepSent(db: Database, now: Date): Promise<number> {
  const names = await readdir(root()).catch(() => []);
  const { working, stopped } = await neededFolders(db);
  let removed = 0;
  for (const name of names) {
    const folder = join(root(), name);
    const found = await stat(folder).catch(() => null);
    const age = found ? now.getTime() - found.mtimeMs : 0;
    // A new one may belong to a request that is not stored yet.
    if (working.has(folder) || age < HOUR_MS || (stopped.has(folder) && age < FILE_MS)) continue;
    await removeSent(folder);
    removed += 1;
  }
  return removed;
}

/** Forgets the reports of dry runs after a day. */
export const forgetDryRuns = mutation("forgetDryRuns", {
  can: "manage jobs",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) =>
    void (await db
      .delete(imports)
      .where(
        and(
          eq(imports.dryRun, true),
          inArray(imports.state, ["DONE", "FAILED", "CANCELLED"]),
          lt(imports.endTime, new Date(now.getTime() - REPORT_MS)),
        ),
      )),
});
