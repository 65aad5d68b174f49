import { existsSync, statSync } from "node:fs";
import { count } from "drizzle-orm";
import { openDatabase, StorageError } from "../../db/open";
import { postgres } from "../../db/dialect";
import { isUpToDate } from "../../db/migrate";
import { categories, journals, posts, sheets, tags, users } from "../../db/schema";
import { connect, type Database, databaseFile, openReader } from "../../db/sqlite";
import { env } from "../core/env";
import { advice, type Check, ok, wrong } from "./checks";
import { attempt, serverRuns } from "../doors/command";
import { counted } from "./output";

type Client = ReturnType<typeof openReader>;

const wantedPragmas = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/** Whether a server is at work on this folder. */
export async function checkServer(): Promise<Check> {
  // A lock is a file: looking for one must not make the folder it would be in.
  if (!existsSync(env.dataDir)) return ok("Server", "not running");
  const runs = await attempt(serverRuns);
  return runs.ok ? ok("Server", runs.value ? "running on this data folder" : "not running") : wrong("Server", runs.refusal.message);
}

/** The database: whether it opens, is whole, and is of this program's version. */
export async function checkDatabase(): Promise<Check[]> {
  const checked = await attempt(() => (postgres ? checkPostgres() : checkSqlite()));
  return checked.ok ? checked.value : [wrong("Database", checked.refusal.message)];
}

async function checkPostgres(): Promise<Check[]> {
  const database = await openDatabase();
  try {
    return [ok("Database", "PostgreSQL answers and is up to date"), await contents(database.reader)];
  } finally {
    await database.close();
  }
}

async function checkSqlite(): Promise<Check[]> {
  const file = databaseFile();
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return [advice("Database", "not there yet; the first start makes it.")];
  if (there.size === 0) throw new StorageError(`The database ${file} is empty. Put back a copy from your backup, or delete the empty file to begin anew.`);
  const client = openReader();
  try {
    const whole = checkWhole(client);
    if (whole.state === "wrong") return [whole];
    const upToDate = isUpToDate(client);
    const version = upToDate ? ok("Migrations", "up to date") : advice("Migrations", "some are still to run; the next start runs them, after a copy.");
    return [whole, checkPragmas(client), version, ...(upToDate ? [await contents(connect(client))] : [])];
  } finally {
    client.close();
  }
}

function checkWhole(client: Client): Check {
  const found = client.pragma("integrity_check(1)", { simple: true });
  if (found !== "ok") throw new StorageError(`The database ${databaseFile()} is damaged (${String(found).split("\n").at(-1)}). Stop the server and put back a copy from your backup.`);
  const orphans = client.pragma("foreign_key_check");
  if (Array.isArray(orphans) && orphans.length > 0) return wrong("Database", `Rows that point to records that are not there: ${orphans.length}. Put back a copy from your backup, or report this.`);
  return ok("Database", `${databaseFile()} (${(statSync(databaseFile()).size / 1024 / 1024).toFixed(1)} MiB) is whole`);
}

function checkPragmas(client: Client): Check {
  const off = Object.entries(wantedPragmas).filter(([name, value]) => client.pragma(name, { simple: true }) !== value);
  return off.length === 0 ? ok("Storage", "write-ahead log, full synchronisation, foreign keys") : wrong("Storage", `SQLite does not keep ${off.map(([name]) => name).join(", ")}. Is ${env.dataDir} on a network folder? Use a local disk.`);
}

async function contents(db: Database): Promise<Check> {
  const counts: string[] = [];
  for (const [table, one, many] of [[posts, "post"], [sheets, "sheet"], [journals, "journal"], [categories, "category", "categories"], [tags, "tag"], [users, "account"]] as const) counts.push(counted((await db.select({ total: count() }).from(table))[0]?.total ?? 0, one, many));
  return ok("Contents", counts.join(", "));
}
