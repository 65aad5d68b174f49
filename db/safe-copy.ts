import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "./sqlite-driver.mjs";
import { env } from "../lib/core/env";
import { flush } from "../lib/core/flush";
import { StorageError } from "../lib/core/storage-error";
import { backupsFolder } from "./paths";

/** The number of rows of each table. */
function rowCounts(client: Sqlite.Database): Map<string, number> {
  const names = client
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') ORDER BY name",
    )
    .pluck()
    .all();
  return new Map(
    names.map((name) => [name, client.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0]),
  );
}

function verify(file: string, wanted: Map<string, number>): void {
  const copy = new Sqlite(file, { readonly: true });
  try {
    const found = String(copy.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok")
      throw new StorageError(
        `The copy made before the migration is damaged (${found}). Nothing was changed. Check the disk that holds ${env.dataDir}, then start again.`,
      );
    const counts = rowCounts(copy);
    const differing = [...wanted].find(([name, count]) => counts.get(name) !== count)?.[0];
    if (differing !== undefined)
      throw new StorageError(
        `The copy before the migration does not hold all of "${differing}": another program wrote at the same time. Nothing was changed. Stop it, then start again.`,
      );
  } finally {
    copy.close();
  }
}

/** Milliseconds after which an unfinished copy counts as abandoned. */
const ABANDONED_MS = 60 * 60 * 1000;

const isAbandoned = (file: string) =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > ABANDONED_MS;

/** Removes copies of earlier attempts of the same version, finished or not. */
function removeEarlier(folder: string, prefix: string, kept: string): void {
  for (const name of readdirSync(folder)) {
    const isUnfinished = name.startsWith("before-migration-") && name.endsWith(".unfinished");
    const isEarlier = name.startsWith(prefix) && name.endsWith(".db") && name !== kept;
    if (isEarlier || (isUnfinished && isAbandoned(join(folder, name)))) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Copies the database, checks the copy, and only then gives it its name and removes earlier copies of this version: a
 * database that cannot be migrated is copied at every start. Returns its path.
 */
export function copyBeforeMigration(client: Sqlite.Database, version: number): string {
  const folder = backupsFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prefix = `before-migration-${String(version).padStart(4, "0")}-`;
  const name = `${prefix}${new Date().toISOString().replace(/[:.]/g, "-")}.db`;
  const copy = join(folder, name);
  const unfinished = `${copy}.unfinished`;
  try {
    const counts = rowCounts(client);
    client.prepare("VACUUM INTO ?").run(unfinished);
    verify(unfinished, counts);
    flush(unfinished);
    renameSync(unfinished, copy);
    removeEarlier(folder, prefix, name);
    flush(folder);
    flush(env.dataDir);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return copy;
}
