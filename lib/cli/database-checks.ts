import { existsSync, statSync } from "node:fs";
import { and, count, eq, lt } from "drizzle-orm";
import { isMarkedRunning } from "../../db/data-dir";
import { openDatabase, StorageError } from "../../db/open";
import { postgres } from "../../db/dialect";
import { isUpToDate } from "../../db/migrate";
import { categories, jobs, journals, posts, sheets, tags, users } from "../../db/schema";
import { connect, type Database, databaseFile, openReader } from "../../db/sqlite";
import { keyProblem } from "../features/accounts/sign-in/site-key";
import { env } from "../core/env";
import { advice, type Check, ok, wrong } from "./checks";
import { sizeText } from "../text/size";
import { attempt } from "../doors/command";
import { serverRuns } from "./opening";
import { counted } from "./output";

type Client = ReturnType<typeof openReader>;

const wantedPragmas = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/** Whether a server uses this folder. */
export async function checkServer(): Promise<Check> {
  // A lock is a file; checking for it must not create its folder.
  if (!existsSync(env.dataDir)) return ok("Server", "not running");
  const runs = await attempt(serverRuns);
  if (!runs.ok) return wrong("Server", runs.refusal.message);
  if (runs.value) return ok("Server", "running on this data folder");
  return isMarkedRunning()
    ? advice("Server", "not running, and it was not stopped properly. The next start checks the whole database.")
    : ok("Server", "not running");
}

/** The database: whether it opens, is undamaged, and is of this program's version. */
export async function checkDatabase(): Promise<Check[]> {
  const checked = await attempt(() => (postgres ? checkPostgres() : checkSqlite()));
  return checked.ok ? checked.value : [wrong("Database", checked.refusal.message)];
}

async function checkPostgres(): Promise<Check[]> {
  const database = await openDatabase();
  try {
    return [ok("Database", "PostgreSQL answers and is up to date"), ...(await checkContents(database.reader))];
  } finally {
    await database.close();
  }
}

async function checkSqlite(): Promise<Check[]> {
  const file = databaseFile();
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return [advice("Database", "does not exist yet; the first start creates it.")];
  if (there.size === 0)
    throw new StorageError(
      `The database ${file} is empty. Restore a copy from your backup, or delete the empty file to start again.`,
    );
  const client = openReader();
  try {
    const whole = checkWhole(client);
    if (whole.state === "wrong") return [whole];
    const upToDate = isUpToDate(client);
    const version = upToDate
      ? ok("Migrations", "up to date")
      : advice("Migrations", "some have not run yet; the next start runs them after copying the database.");
    return [whole, checkPragmas(client), version, ...(upToDate ? await checkContents(connect(client)) : [])];
  } finally {
    client.close();
  }
}

function checkWhole(client: Client): Check {
  const found = client.pragma("integrity_check(1)", { simple: true });
  if (found !== "ok")
    throw new StorageError(
      `The database ${databaseFile()} is damaged (${String(found).split("\n").at(-1)}). Stop the server and restore a copy from your backup.`,
    );
  const orphans = client.pragma("foreign_key_check");
  if (Array.isArray(orphans) && orphans.length > 0)
    return wrong(
      "Database",
      `Rows that point to missing records: ${orphans.length}. Restore a copy from your backup, or report this.`,
    );
  return ok("Database", `${databaseFile()} (${sizeText(statSync(databaseFile()).size)}) is whole`);
}

function checkPragmas(client: Client): Check {
  const off = Object.entries(wantedPragmas).filter(([name, value]) => client.pragma(name, { simple: true }) !== value);
  return off.length === 0
    ? ok("Storage", "write-ahead log, full synchronisation, foreign keys")
    : wrong(
        "Storage",
        `SQLite does not keep ${off.map(([name]) => name).join(", ")}. Is ${env.dataDir} on a network folder? Use a local disk.`,
      );
}

/** Milliseconds that a job may be overdue before the queue counts as stuck. */
const OVERDUE_MS = 5 * 60_000;

async function checkContents(db: Database): Promise<Check[]> {
  const key = await attempt(() => keyProblem(db));
  // A key that cannot be read is reported by its own check.
  const keys = key.ok && key.value !== null ? [wrong("Secret key", key.value)] : [];
  const overdue =
    (
      await db
        .select({ total: count() })
        .from(jobs)
        .where(and(eq(jobs.state, "WAITING"), lt(jobs.runAt, new Date(Date.now() - OVERDUE_MS))))
    )[0]?.total ?? 0;
  const queue =
    overdue > 0 && serverRuns()
      ? [
          advice(
            "Queue",
            `${counted(overdue, "job")} should have begun more than five minutes ago. The server's log says what is in the way.`,
          ),
        ]
      : [];
  return [...keys, ...queue, await contents(db)];
}

async function contents(db: Database): Promise<Check> {
  const counts: string[] = [];
  for (const [table, one, many] of [
    [posts, "post"],
    [sheets, "sheet"],
    [journals, "journal"],
    [categories, "category", "categories"],
    [tags, "tag"],
    [users, "account"],
  ] as const)
    counts.push(counted((await db.select({ total: count() }).from(table))[0]?.total ?? 0, one, many));
  return ok("Contents", counts.join(", "));
}
