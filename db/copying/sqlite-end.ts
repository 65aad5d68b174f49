import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { flush } from "../../lib/core/flush";
import { StorageError } from "../../lib/core/storage-error";
import { explained } from "../explained";
import { isUpToDate, migrateSqlite } from "../migrate";
import { databaseFile } from "../paths";
import { finishRestore } from "../finish-restore";

import Sqlite from "../sqlite-driver.mjs";
import { bytesOf, MOST_BYTES, MOST_ROWS, type Source, type Target } from "./ends";
import { type CopiedTable, type Kind, oneSpelling, type Row, type Value } from "./tables";

const quoted = (name: string) => `"${name}"`;
const columnsOf = ({ columns }: CopiedTable) => columns.map(({ name }) => quoted(name)).join(", ");

/** From what SQLite holds to a value on its way, and back. */
function taken(kind: Kind, value: unknown): Value {
  if (value === null) return null;
  if (kind === "boolean") return value !== 0;
  return kind === "json" ? oneSpelling(value as string) : (value as string | number);
}
const given = (value: Value): string | number | null => (typeof value === "boolean" ? Number(value) : value);

async function* rowsOf(client: Sqlite.Database, table: CopiedTable): AsyncGenerator<Row[]> {
  let [batch, bytes]: [Row[], number] = [[], 0];
  for (const values of client
    .prepare<[], unknown[]>(`SELECT ${columnsOf(table)} FROM ${quoted(table.name)}`)
    .raw()
    .iterate()) {
    const row = table.columns.map(({ kind }, i) => taken(kind, values[i]));
    batch.push(row);
    bytes += bytesOf(row);
    if (batch.length < MOST_ROWS && bytes < MOST_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The site's file. Nobody writes to it until it is closed. */
export async function sqliteSource(): Promise<Source> {
  const file = databaseFile();
  if (!existsSync(file)) throw new StorageError(`There is no site in ${dirname(file)} yet.`);
  await finishRestore();
  return explained(() => {
    const client = new Sqlite(file, { timeout: 5000 });
    try {
      if (!isUpToDate(client))
        throw new StorageError(
          "The database is of an older version of this program. Start the server once, which brings it up to date, stop it, and copy then.",
        );
      client.exec("BEGIN IMMEDIATE");
    } catch (error) {
      client.close();
      throw error;
    }
    return {
      count: async ({ name }) =>
        client
          .prepare<[], number>(`SELECT count(*) FROM ${quoted(name)}`)
          .pluck()
          .get() ?? 0,
      rows: (table) => rowsOf(client, table),
      lastNumber: async ({ name }) =>
        client.prepare<[string], number>("SELECT seq FROM sqlite_sequence WHERE name = ?").pluck().get(name) ?? 0,
      close: async () => void client.close(),
    };
  });
}

/** A new site's file in `folder`. It gets its name when it is complete. */
export function sqliteTarget(folder: string): Target {
  const file = join(folder, basename(databaseFile()));
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false))
    throw new StorageError(`There is no folder ${folder}. Make it first.`);
  if (existsSync(file)) throw new StorageError(`There is a database already: ${file}. Nothing was copied.`);
  const unfinished = `${file}.copying`;
  rmSync(unfinished, { force: true });
  const client = explained(() => new Sqlite(unfinished));
  let isOpen = true;
  const end = () => {
    if (isOpen) client.close();
    isOpen = false;
  };
  try {
    // One that a crash leaves is thrown away.
    client.pragma("journal_mode = MEMORY");
    client.pragma("synchronous = OFF");
    migrateSqlite(client);
    client.pragma("foreign_keys = OFF");
    client.exec("BEGIN");
  } catch (error) {
    end();
    rmSync(unfinished, { force: true });
    throw error;
  }
  return {
    rows: (table) => rowsOf(client, table),
    async insert(table, rows) {
      const places = table.columns.map(() => "?").join(", ");
      const statement = client.prepare(`INSERT INTO ${quoted(table.name)} (${columnsOf(table)}) VALUES (${places})`);
      explained(() => {
        for (const row of rows) statement.run(row.map(given));
      });
    },
    async continueAfter({ name }, number) {
      const changed = client.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?").run(number, name);
      if (changed.changes === 0)
        client.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(name, number);
    },
    async commit() {
      explained(() => {
        const dangling = client.pragma("foreign_key_check") as { table: string }[];
        if (dangling.length > 0) throw new StorageError(`${dangling[0]?.table} refers to rows that are missing.`);
        client.exec("COMMIT");
        end();
        flush(unfinished);
        renameSync(unfinished, file);
        flush(folder);
      });
    },
    async close() {
      end();
      rmSync(unfinished, { force: true });
    },
  };
}
