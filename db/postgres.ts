import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { sql } from "drizzle-orm";
import { Client, Pool } from "pg";
import type { DomainEvent } from "../lib/core/events";
import type { OpenDatabase } from "./open-database";
import { eventReader, recordEvent } from "./log";
import { knownMigrations, migrationsFolder, pendingMigrations } from "./migrate";
import * as schema from "./schema";
import { postgresSearch } from "./search-postgres";
import { type Database, makeDataDir, StorageError } from "./sqlite";

const CHANNEL = "broadsheet_events";

// TypeScript sees SQLite's types on both engines (dialect.ts); this is where that is said.
const asDatabase = (db: unknown) => db as Database;

/** The writer's place: taken for a transaction, in this database and by every process that writes there. */
const writersPlace = sql`select pg_advisory_xact_lock(hashtext('broadsheet writer'))`;

/**
 * What every PostgreSQL (a server, or PGlite in tests) does in the same way. One transaction writes at a time, as
 * on SQLite: what one has read stays true until it has written, and rows of the log are numbered as they are kept.
 */
export function transactionsOn(db: { transaction<T>(work: (tx: unknown) => Promise<T>): Promise<T> }) {
  return <T>(work: (db: Database) => Promise<T>, entry: (result: T) => DomainEvent | null): Promise<T> =>
    db.transaction(async (tx) => {
      const { execute } = tx as { execute(query: unknown): Promise<unknown> };
      await execute.call(tx, writersPlace);
      const result = await work(asDatabase(tx));
      const event = entry(result);
      if (event) {
        await recordEvent(asDatabase(tx), event);
        await execute.call(tx, sql`select pg_notify(${CHANNEL}, '')`);
      }
      return result;
    });
}

/** How long a writer that has gone away or hangs keeps the others waiting. */
const MOST_IDLE_MS = 30_000;

/** Connects to a PostgreSQL server and brings its database up to date. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  makeDataDir();
  const writers = new Pool({ connectionString: url, max: 5, options: `-c idle_in_transaction_session_timeout=${MOST_IDLE_MS}` });
  const readers = new Pool({ connectionString: url, max: 5, options: "-c default_transaction_read_only=on" });
  const db = drizzle(writers, { schema, casing: "snake_case" });
  try {
    const there = await writers.query("select to_regclass('drizzle.__drizzle_migrations') as name");
    const applied = there.rows[0]?.name ? (await writers.query("select created_at from drizzle.__drizzle_migrations order by 1")).rows.map((row) => Number(row.created_at)) : [];
    pendingMigrations(applied, knownMigrations("postgres"));
    await migrate(db, { migrationsFolder: migrationsFolder("postgres") });
    await postgresSearch.create(asDatabase(db));
  } catch (error) {
    await Promise.all([writers.end(), readers.end()]);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The PostgreSQL database that DATABASE_URL names could not be opened: ${error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error)}`);
  }
  const listener = new Client({ connectionString: url });
  let listening = false;
  const reader = asDatabase(drizzle(readers, { schema, casing: "snake_case" }));

  return {
    reader,
    transaction: transactionsOn(db),
    copyBeforeMigration: null,
    async followForeignCommits(onTags) {
      const { news } = eventReader(reader);
      await news();
      await listener.connect();
      listening = true;
      listener.on("notification", () => void news().then(onTags));
      await listener.query(`listen ${CHANNEL}`);
    },
    async close() {
      if (listening) await listener.end();
      await Promise.all([writers.end(), readers.end()]);
    },
  };
}
