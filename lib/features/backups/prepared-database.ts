import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { postgres } from "../../../db/dialect";
import { bringIntoForm, misshapenIn, unreadableIn } from "../../../db/foreign-file";
import type { OpenDatabase } from "../../../db/open";
import { fillSqlite, migrateFile, rowsForPostgres } from "../../../db/other-engine";
import { postgresSite } from "../../../db/postgres-site";
import { inspectSnapshot, isKnownMigration, isNewestMigration, takeSnapshot } from "../../../db/snapshot";
import { openSqlite } from "../../../db/sqlite-engine";
import { DATABASE_NOTE } from "../../../db/swap";
import { refused } from "./refused";
import { requireBytes } from "./room";
import { unpackedRows } from "./rows";
import type { Manifest } from "./schema";
import { isStoredJson } from "./stored-json-schema";

/** A database that is made ready beside the present one; `into` is the folder of its site. */
type PreparedDatabase = {
  /** Makes it of what a backup was unpacked to. Returns sentences for the owner. */
  fromBackup: (into: string, manifest: Manifest) => Promise<string[]>;
  /** Makes it of what a restore replaced. Returns its rows by table, and sentences for the owner. */
  fromReplaced: (path: string, into: string) => Promise<{ counts: Record<string, number>; notes: string[] }>;
  open: (into: string) => Promise<OpenDatabase>;
};

function refuseUnreadable(path: string, columns: readonly string[]): void {
  if (columns.length > 0)
    throw refused([{ path, reason: `These columns hold what no program can read: ${columns.join(", ")}.` }]);
}

/** The unpacked rows of a table, with JSON as the program stores it; PostgreSQL itself examines the other kinds. */
async function* examinedRows(into: string, table: string): AsyncGenerator<string[]> {
  for await (const lines of unpackedRows(into, table)) {
    for (const line of lines)
      refuseUnreadable(
        "rows",
        misshapenIn(table, () => JSON.parse(line) as Record<string, unknown>, isStoredJson),
      );
    yield lines;
  }
}

/** Makes an SQLite file of PostgreSQL's rows. What an older program wrote only PostgreSQL can bring up to date. */
async function fromRows(into: string, { lastMigration, numbers = {} }: Manifest): Promise<string[]> {
  if (!isNewestMigration("postgres", lastMigration))
    throw refused([
      {
        path: "rows",
        reason:
          "It is of PostgreSQL and of an older version of Broadsheet. Restore it into PostgreSQL, and take a backup of that into SQLite.",
      },
    ]);
  const made = join(into, "broadsheet.db");
  migrateFile(made);
  await fillSqlite(made, numbers, (table) => unpackedRows(into, table));
  refuseUnreadable("rows", unreadableIn(made, isStoredJson));
  rmSync(join(into, "rows"), { recursive: true, force: true });
  return [];
}

/** Takes a database file that may come from anybody. Returns sentences for the owner. */
function taken(database: string): string[] {
  const { dropped, unfaithful, unreadable } = bringIntoForm(database, isStoredJson);
  if (unfaithful.length > 0)
    throw refused([{ path: "database", reason: `Broadsheet makes no tables of this kind: ${unfaithful.join(", ")}.` }]);
  refuseUnreadable("database", unreadable);
  return dropped === 0
    ? []
    : [`The backup's database had ${dropped} triggers and views, of which Broadsheet has none; they were left out.`];
}

/** Loads an SQLite file into PostgreSQL, once it is up to date. */
async function fromFile(into: string): Promise<string[]> {
  const database = join(into, "database.sqlite");
  const notes = taken(database);
  migrateFile(database);
  const { numbers, rows, close } = rowsForPostgres(database);
  try {
    await postgresSite.prepare(basename(into), { lastMigration: null, numbers, rows });
  } finally {
    close();
  }
  for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
  return notes;
}

const file: PreparedDatabase = {
  async fromBackup(into, manifest) {
    if (manifest.engine === "POSTGRESQL") return fromRows(into, manifest);
    renameSync(join(into, "database.sqlite"), join(into, "broadsheet.db"));
    return taken(join(into, "broadsheet.db"));
  },
  async fromReplaced(path, into) {
    const database = join(path, "broadsheet.db");
    if (!existsSync(database))
      throw refused([{ path: "", reason: `${path} has no broadsheet.db, so it is no replaced data.` }]);
    requireBytes(into, statSync(database).size, "The restored site");
    takeSnapshot(database, join(into, "broadsheet.db"));
    const held = inspectSnapshot(join(into, "broadsheet.db"), { thoroughly: true });
    if (!isKnownMigration("sqlite", held.lastMigration))
      held.problems.push("Its database is of a newer version of Broadsheet. Update the program first.");
    if (held.problems.length > 0) throw refused(held.problems.map((reason) => ({ path: "database", reason })));
    return { counts: held.counts, notes: taken(join(into, "broadsheet.db")) };
  },
  open: openSqlite,
};

const schema: PreparedDatabase = {
  async fromBackup(into, manifest) {
    if (manifest.engine === "SQLITE") return fromFile(into);
    const { lastMigration, numbers = {} } = manifest;
    const rows = (table: string) => examinedRows(into, table);
    await postgresSite.prepare(basename(into), { lastMigration, numbers, rows });
    rmSync(join(into, "rows"), { recursive: true, force: true });
    return [];
  },
  async fromReplaced(path, into) {
    if (!existsSync(join(path, DATABASE_NOTE)))
      throw refused([
        { path: "", reason: `${path} has no ${DATABASE_NOTE}, so it is no replaced data of PostgreSQL.` },
      ]);
    return { counts: await postgresSite.prepareReplaced(`replaced/${basename(path)}`, basename(into)), notes: [] };
  },
  open: (into) => postgresSite.open(basename(into)),
};

export const preparedDatabase: PreparedDatabase = postgres ? schema : file;

/** Removes a site that was made ready. */
export async function discardPrepared(into: string): Promise<void> {
  await rm(into, { recursive: true, force: true });
  if (postgres) await postgresSite.forget(basename(into));
}
