import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { Pool, type PoolConfig } from "pg";
import type { DomainEvent } from "../lib/core/events";
import type { Durability } from "../lib/core/operation";
import type { Follower, OpenDatabase } from "./open-database";
import { finishRestore } from "./finish-restore";
import { eventReader, recordEvent } from "./log";
import { migratePostgres } from "./migrate-postgres";
import * as schema from "./schema";
import { CHANNEL, postgresFollower } from "./postgres-follower";
import { postgresSearch } from "./search-postgres";
import { type Database, makeDataDir, StorageError } from "./sqlite";

// TypeScript sees SQLite's types on both engines (db/dialect.ts); this cast says so.
const asDatabase = (db: unknown) => db as Database;

/** The lock of the one writer: held during a transaction, across all processes. */
const writersPlace = sql`select pg_advisory_xact_lock(hashtext('broadsheet writer'))`;

/**
 * What a PostgreSQL server and PGlite (in tests) share. One transaction writes at a time, as on SQLite: what it has
 * read stays true until it writes, and log rows are numbered in commit order.
 */
export function transactionsOn(db: { transaction<T>(work: (tx: unknown) => Promise<T>): Promise<T> }) {
  return <T>(
    work: (db: Database) => Promise<T>,
    entry: (result: T) => DomainEvent | null,
    { isRedone = false }: Durability = {},
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const writer = tx as { execute(query: unknown): Promise<unknown> };
      await writer.execute(writersPlace);
      if (isRedone) await writer.execute(sql`set local synchronous_commit = off`);
      const result = await work(asDatabase(tx));
      const event = entry(result);
      if (event) {
        await recordEvent(asDatabase(tx), event);
        await writer.execute(sql`select pg_notify(${CHANNEL}, '')`);
      }
      return result;
    });
}

type Isolation = { isolationLevel: "repeatable read"; accessMode: "read only" };

/** The same two share this as well. */
export function snapshotsOn(db: { transaction<T>(work: (tx: unknown) => Promise<T>, as: Isolation): Promise<T> }) {
  return <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work(asDatabase(tx)), { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** Milliseconds that a request waits for a connection. */
const LONGEST_WAIT_MS = 10_000;

/**
 * A pool whose connections may end at any time. Their users learn it from their query; without a listener it would be
 * an uncaught exception as well.
 */
function poolOf(config: PoolConfig): Pool {
  const pool = new Pool({ max: 5, keepAlive: true, connectionTimeoutMillis: LONGEST_WAIT_MS, ...config });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The message of a driver's error; an error over several addresses has none itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return error.message || (inner instanceof Error ? reasonOf(inner) : error.name);
}

/** Milliseconds after which a writer that hangs or has gone loses the lock. */
const MOST_IDLE_MS = 30_000;

/** Connects to a PostgreSQL server and brings its database up to date; one that is `prepared` in a schema is so already. */
export async function openPostgres(url: string, prepared?: string): Promise<OpenDatabase> {
  makeDataDir();
  const path = prepared === undefined ? "" : `-c search_path=${prepared} `;
  const writers = poolOf({
    connectionString: url,
    options: `${path}-c idle_in_transaction_session_timeout=${MOST_IDLE_MS}`,
  });
  const readers = poolOf({ connectionString: url, options: `${path}-c default_transaction_read_only=on` });
  const db = drizzle(writers, { schema, casing: "snake_case" });
  try {
    if (prepared === undefined) {
      await finishRestore();
      await migratePostgres(db);
      await postgresSearch.create(asDatabase(db));
    }
  } catch (error) {
    await Promise.all([writers.end(), readers.end()]);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The PostgreSQL database that DATABASE_URL names could not be opened: ${reasonOf(error)}`);
  }
  const reading = drizzle(readers, { schema, casing: "snake_case" });
  const reader = asDatabase(reading);
  const followers: Follower[] = [];

  return {
    reader,
    transaction: transactionsOn(db),
    snapshot: snapshotsOn(reading),
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
