import { existsSync } from "node:fs";
import { postgres } from "../../db/dialect";
import { isUpToDate } from "../../db/migrate";
import { type OpenDatabase, openDatabase, StorageError } from "../../db/open";
import { snapshotOfFile } from "../../db/sqlite-engine";
import { connect, databaseFile, makeDataDir, openReader, takeServerLock } from "../../db/sqlite";
import { stopExaminer } from "../services/files/examiner";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { stopRenderer } from "../services/rendering/renderer";
import { env } from "../core/env";
import { type Engine, engine, installEngine } from "../core/operation";

/** Whether a server uses this data folder. */
export function serverRuns(): boolean {
  try {
    takeServerLock()();
    return false;
  } catch (error) {
    if (error instanceof StorageError && error.message.startsWith("Another server")) return true;
    throw error;
  }
}

const refuseToWrite: Engine["transaction"] = () => Promise.reject(new StorageError("A dry run writes nothing."));

type Opened = Pick<OpenDatabase, "reader" | "transaction" | "snapshot" | "close">;

/** Opens the database without changing or creating anything. */
async function openToRead(): Promise<Opened> {
  // PostgreSQL has no file to check; opening it migrates it.
  if (postgres) return { ...(await openDatabase()), transaction: refuseToWrite };
  if (!existsSync(databaseFile()))
    throw new StorageError(
      `There is no site in ${env.dataDir} yet. Create its first account with \`npm run cms -- user create\`, or start the server and open /setup.`,
    );
  const client = openReader();
  const close = async () => void client.close();
  if (isUpToDate(client))
    return { reader: connect(client), transaction: refuseToWrite, snapshot: snapshotOfFile, close };
  await close();
  throw new StorageError(
    "The database is of an older version of this program and must be brought up to date first: restart the server, or run this without --dry-run.",
  );
}

/** Opens the database beside a server that may be running, without changing its tables. */
async function openToWrite(): Promise<OpenDatabase> {
  makeDataDir();
  if (postgres || !existsSync(databaseFile())) return openDatabase();
  const client = openReader();
  const upToDate = isUpToDate(client);
  client.close();
  if (upToDate) return openDatabase();
  if (serverRuns())
    throw new StorageError(
      "The database must be brought up to date first, but a server of an older version is using it. Restart the server, then try again.",
    );
  const releaseLock = takeServerLock();
  try {
    return await openDatabase();
  } finally {
    releaseLock();
  }
}

/** Opens the database where no server may be running. */
async function openAlone(): Promise<OpenDatabase> {
  if (!postgres && !existsSync(databaseFile())) throw new StorageError(`There is no site in ${env.dataDir} yet.`);
  const releaseLock = takeServerLock();
  try {
    const opened = await openDatabase();
    return { ...opened, close: () => opened.close().finally(releaseLock) };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

/** "read": read-only. "alone": no server may run, and the site's key may be any. */
type Mode = "read" | "write" | "alone";
const opening = { read: openToRead, write: openToWrite, alone: openAlone } satisfies Record<
  Mode,
  () => Promise<Opened>
>;

function installed(): Engine | null {
  try {
    return engine();
  } catch {
    return null;
  }
}

/**
 * Runs a command with the database open and closes it afterwards. A database that this process has open already is used
 * and stays open.
 */
export async function withDatabase<T>(mode: Mode, work: () => Promise<T>): Promise<T> {
  const before = installed();
  const opened = before ? null : await opening[mode]();
  installEngine(opened ?? (before && mode === "read" ? { ...before, transaction: refuseToWrite } : before));
  try {
    if (opened && mode === "write") await ensureSiteKey();
    return await work();
  } finally {
    installEngine(before);
    if (opened) {
      await stopRenderer();
      await stopExaminer();
      await opened.close();
    }
  }
}
