import { drizzle } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import { Pool, type PoolConfig } from "pg";
import type { DomainEvent } from "../lib/core/events";
import type { Follower, OpenDatabase } from "./open-database";
import { eventReader, recordEvent } from "./log";
import { migratePostgres } from "./migrate-postgres";
import { Mutex } from "./mutex";
import * as schema from "./schema";
import { CHANNEL, postgresFollower } from "./postgres-follower";
import { postgresSearch } from "./search-postgres";
import { type Database, makeDataDir, StorageError } from "./sqlite";

// TypeScript sees SQLite's types on both engines (dialect.ts); this is where that is said.
const asDatabase = (db: unknown) => db as Database;

/** unique_violation and deadlock_detected. */
const LOST_RACES = ["23505", "40P01"];
const MOST_TRIES = 10;

function hasLostRace(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if ("code" in e && LOST_RACES.includes(String(e.code))) return true;
  return false;
}

/**
 * What every PostgreSQL (a server, or PGlite in tests) does in the same way. Whoever asks what is free
 * may find it taken a moment later by another transaction, which SQLite's one writer rules out: the work
 * is then done anew, one after the other so that those who lost do not race again, and sees what the
 * other one has stored.
 */
export function transactionsOn(db: { transaction<T>(work: (tx: unknown) => Promise<T>): Promise<T> }) {
  const anew = new Mutex();
  return async <T>(work: (db: Database) => Promise<T>, entry: (result: T) => DomainEvent | null): Promise<T> => {
    const once = () =>
      db.transaction(async (tx) => {
        const result = await work(asDatabase(tx));
        const event = entry(result);
        if (event) {
          await recordEvent(asDatabase(tx), event);
          await (tx as { execute(query: unknown): Promise<unknown> }).execute(sql`select pg_notify(${CHANNEL}, '')`);
        }
        return result;
      });
    for (let tries = 1; ; tries += 1) {
      try {
        return await (tries === 1 ? once() : anew.run(once));
      } catch (error) {
        if (tries === MOST_TRIES || !hasLostRace(error)) throw error;
      }
    }
  };
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

/** Connects to a PostgreSQL server and brings its database up to date. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  makeDataDir();
  const writers = poolOf({ connectionString: url });
  const readers = poolOf({ connectionString: url, options: "-c default_transaction_read_only=on" });
  const db = drizzle(writers, { schema, casing: "snake_case" });
  try {
    await migratePostgres(db);
    await postgresSearch.create(asDatabase(db));
  } catch (error) {
    await Promise.all([writers.end(), readers.end()]);
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The PostgreSQL database that DATABASE_URL names could not be opened: ${error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error)}`);
  }
  const reader = asDatabase(drizzle(readers, { schema, casing: "snake_case" }));
  const followers: Follower[] = [];

  return {
    reader,
    transaction: transactionsOn(db),
    copyBeforeMigration: null,
    async follow(onTags) {
      const { news } = eventReader(reader);
      await news();
      const follower = postgresFollower(url, async () => onTags(await news()));
      followers.push(follower);
      return follower;
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
      await Promise.all([writers.end(), readers.end()]);
    },
  };
}
