import type Sqlite from "better-sqlite3";
import type { DomainEvent } from "../lib/core/events";
import type { Durability } from "../lib/core/operation";
import { readAside } from "./aside";
import type { OpenDatabase } from "./open-database";
import { finishRestore } from "./finish-restore";
import { eventReader, recordEvent } from "./log";
import { migrateSqlite } from "./migrate";
import { Mutex } from "./mutex";
import { sqliteSearch } from "./search-sqlite";
import { connect, type Database, databaseFile, makeDataDir, openReader, openWriter } from "./sqlite";

/** Milliseconds between checks for commits of other processes. */
const FOREIGN_COMMIT_POLL_MS = 100;

/** Opens the file, migrates it, and returns one writer behind a mutex and one read-only reader. */
export async function openSqlite(): Promise<OpenDatabase> {
  makeDataDir();
  await finishRestore();
  const writing = openWriter();
  try {
    const copyBeforeMigration = migrateSqlite(writing);
    await sqliteSearch.create(connect(writing));
    return { ...connections(writing, openReader()), copyBeforeMigration };
  } catch (error) {
    writing.close();
    throw error;
  }
}

/** Reads one moment of the file, from its first read on. */
export async function snapshotOfFile<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const client = openReader();
  try {
    client.exec("BEGIN; SELECT count(*) FROM sqlite_master;");
    return await work(connect(client));
  } finally {
    client.close();
  }
}

function connections(writing: Sqlite.Database, reading: Sqlite.Database): Omit<OpenDatabase, "copyBeforeMigration"> {
  const writer = connect(writing);
  const mutex = new Mutex();
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((sql) => writing.prepare(sql)) as [
    Sqlite.Statement,
    Sqlite.Statement,
    Sqlite.Statement,
  ];
  // In WAL mode a commit that is not yet on the disk may be lost with the power, and nothing else may be.
  let isWaiting = true;
  const waitForDisk = (wanted: boolean) => {
    if (wanted !== isWaiting) writing.pragma(`synchronous = ${wanted ? "FULL" : "NORMAL"}`);
    isWaiting = wanted;
  };
  const lastId = writing.prepare<[], number>("SELECT last_insert_rowid()").pluck();
  const log = eventReader(connect(reading));
  const reader = connect(reading);
  const endAside = readAside(reader, reading, databaseFile());

  return {
    reader,
    snapshot: snapshotOfFile,

    transaction<T>(
      work: (db: Database) => Promise<T>,
      entry: (result: T) => DomainEvent | null,
      { isRedone = false }: Durability = {},
    ): Promise<T> {
      return mutex.run(async () => {
        waitForDisk(!isRedone);
        begin.run();
        try {
          const result = await work(writer);
          const event = entry(result);
          const isRecorded = event !== null && event.isSilent !== true;
          if (isRecorded) await recordEvent(writer, event);
          const recorded = isRecorded && lastId.get();
          commit.run();
          if (recorded) log.wrote(recorded);
          return result;
        } catch (error) {
          // SQLite rolls back by itself when the disk is full.
          if (writing.inTransaction) rollback.run();
          throw error;
        }
      });
    },

    async follow(onCommit) {
      const dataVersion = writing.prepare<[], number>("PRAGMA data_version").pluck();
      await log.news();
      let seen = dataVersion.get();
      return {
        async look() {
          const now = dataVersion.get();
          if (now !== seen) {
            onCommit(await log.news());
            seen = now;
          }
          return FOREIGN_COMMIT_POLL_MS;
        },
        close: async () => undefined,
      };
    },

    close: () =>
      mutex.run(async () => {
        await endAside();
        reading.close();
        try {
          writing.pragma("wal_checkpoint(TRUNCATE)");
        } catch (error) {
          // On a full disk it stays in the log, which the next start reads.
          if (!(error instanceof Error && "code" in error && error.code === "SQLITE_FULL")) throw error;
        } finally {
          writing.close();
        }
      }),
  };
}
