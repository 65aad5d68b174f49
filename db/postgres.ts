import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { Pool, type PoolConfig } from "pg";
import type { DomainEvent } from "../lib/core/events";
import type { Follower, OpenDatabase } from "./open-database";
import { eventReader, recordEvent } from "./log";
import { migratePostgres } from "./migrate-postgres";
import * as schema from "./schema";
import { CHANNEL, postgresFollower } from "./postgres-follower";
import { postgresSearch } from "./search-postgres";
import { type Database, makeDataDir, StorageError } from "./sqlite";

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
      const writer = tx as { execute(query: unknown): Promise<unknown> };
      await writer.execute(writersPlace);
      const result = await work(asDatabase(tx));
      const event = entry(result);
      if (event) {
        await recordEvent(asDatabase(tx), event);
        await writer.execute(sql`select pg_notify(${CHANNEL}, '')`);
      }
      return result;
    });
}

/** How long a request waits for a connection. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Connections of which each may end at any time. Whoever uses one then is told by its query; without a listener
 * the same end would be an uncaught exception as well.
 */
function poolOf(config: PoolConfig): Pool {
  const pool = new Pool({ max: 5, keepAlive: true, connectionTimeoutMillis: LONGEST_WAIT_MS, ...config });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** What a driver's error says; that of several addresses says nothing itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return error.message || (inner instanceof Error ? reasonOf(inner) : error.name);
}

/** How long a writer that has gone away or hangs keeps the others waiting. */
const MOST_IDLE_MS = 30_000;

/** Connects to a PostgreSQL server and brings its database up to date. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  makeDataDir();
  const writers = poolOf({ connectionString: url, options: `-c idle_in_transaction_session_timeout=${MOST_IDLE_MS}` });
  const readers = poolOf({ connectionString: url, options: "-c default_transaction_read_only=on" });
  const db = drizzle(writers, { schema, casing: "snake_case" });
  try {
    await migratePostgres(db);
    await postgresSearch.create(asDatabase(db));
  } catch (error) {
    await Promise.all([writers.end(), readers.end()]);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The PostgreSQL database that DATABASE_URL names could not be opened: ${reasonOf(error)}`);
  }
  const reader = asDatabase(drizzle(readers, { schema, casing: "snake_case" }));
  const followers: Follower[] = [];

  return {
    reader,
    transaction: transactionsOn(db),
    copyBeforeMigration: null,
    async follow(onCommit) {
      const { news } = eventReader(reader);
      await news();
      const follower = postgresFollower(url, async () => onCommit(await news()));
      followers.push(follower);
      return follower;
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
      await Promise.all([writers.end(), readers.end()]);
    },
  };
}
