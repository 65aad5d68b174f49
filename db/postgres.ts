import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, escapeLiteral, Pool, type PoolClient, type PoolConfig } from "pg";
import { atOnce } from "../lib/core/at-once";
import { env } from "../lib/core/env";
import { codeOf } from "../lib/core/errors";
import type { DomainEvent } from "../lib/core/events";
import type { Durability } from "../lib/core/operation";
import type { Follower, OpenDatabase } from "./open-database";
import { Raced } from "../lib/core/races";
import { readersTurn } from "../lib/core/readers-turn";
import { setBeside } from "./aside";
import { finishRestore } from "./finish-restore";
import { recordingOf } from "./log";
import { migratePostgres } from "./migrate-postgres";
import * as schema from "./schema";
import { postgresCounters } from "./postgres-counters";
import { followDatabaseClock } from "../lib/patches/database-clock";
import { Deaf, newsOf, postgresFollower, timeOf } from "./postgres-follower";
import { postgresSearch } from "./search-postgres";
import { type Database, makeDataDir, StorageError } from "./sqlite";

// TypeScript sees SQLite's types on both engines (db/dialect.ts); this cast says so.
const asDatabase = (db: unknown) => db as Database;

/** Milliseconds after which a writer that hangs or has gone loses the lock. */
const MOST_IDLE_MS = 30_000;

/**
 * What PostgreSQL is told of connections that hold locks: a machine that vanishes, or whose network does, loses them
 * after six seconds, so that the others do not wait for it. A pooler refuses such settings, and has its own.
 */
const VANISHING =
  "-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=6000";

/** Takes the lock of the one writer, which is held during a transaction, across all processes. */
const takeWritersPlace = `select set_config('idle_in_transaction_session_timeout', '${MOST_IDLE_MS}', true), pg_advisory_xact_lock(hashtext('broadsheet writer'))`;

/** What it is told of connections that only read. */
const READ_ONLY = "-c default_transaction_read_only=on";

/** Another transaction was in the way, and the database asks to try again: a failed serialisation, a deadlock. */
const IN_THE_WAY = new Set(["40001", "40P01"]);

/** Does work in a transaction, after the statements that come first and before those that its result asks for. */
type Transaction = <T>(
  first: string[],
  work: (db: Database) => Promise<T>,
  last: (result: T) => string[],
) => Promise<T>;

/**
 * What a PostgreSQL server and PGlite (in tests) share. One transaction writes at a time, as on SQLite: what it has
 * read stays true until it writes, and log rows are numbered in commit order. `own` is this process's name among those
 * that follow its commits.
 */
export function transactionsOn(inTransaction: Transaction, own: string) {
  return async <T>(
    work: (db: Database) => Promise<T>,
    entry: (result: T) => DomainEvent | null,
    { isRedone = false }: Durability = {},
  ): Promise<T> => {
    const first = [takeWritersPlace, ...(isRedone ? ["set local synchronous_commit = off"] : [])];
    const recordings = (db: Database, event: DomainEvent) =>
      event.isSilent ? [] : [recordingOf(db, event, escapeLiteral)];
    const announcements = ({ cacheKeys }: DomainEvent) =>
      newsOf(own, cacheKeys).map(
        ({ channel, payload }) => `select pg_notify(${escapeLiteral(channel)}, ${escapeLiteral(payload)})`,
      );
    const recorded = async (db: Database) => {
      const result = await work(db);
      const event = entry(result);
      const isTold = event !== null && !(event.isSilent && event.cacheKeys.length === 0);
      return { result, last: isTold ? [...recordings(db, event), ...announcements(event)] : [] };
    };
    try {
      return (await inTransaction(first, recorded, ({ last }) => last)).result;
    } catch (error) {
      throw IN_THE_WAY.has(codeOf(error)) ? new Raced("in the way", { cause: error }) : error;
    }
  };
}

/**
 * Transactions of a pool. Each connection has one database object, which keeps the statements that were built for it.
 * What comes first and last travels with "begin" and "commit", and the first questions follow "begin" without waiting
 * for its answer: each answer waits for a turn of the event loop, which is long while thousands ask for something. A
 * question after a "begin" that failed fails as well.
 */
function transactionsOf(pool: Pool): Transaction {
  const databases = new WeakMap<PoolClient, Database>();
  const databaseOf = (client: PoolClient): Database => {
    const known = databases.get(client) ?? asDatabase(drizzle(client, { schema, casing: "snake_case" }));
    databases.set(client, known);
    return known;
  };
  return async (first, work, last) => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const begun = client.query(["begin", ...first].join("; "));
      const [, result] = await atOnce([begun, work(databaseOf(client))]);
      await client.query([...last(result), "commit"].join("; "));
      return result;
    } catch (error) {
      await client.query("rollback").catch((unable: unknown) => {
        failure = unable instanceof Error ? unable : new Error(String(unable));
      });
      throw error;
    } finally {
      // A connection in the middle of something is not used again.
      client.release(failure);
    }
  };
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
function poolOf(config: PoolConfig) {
  const sockets = new Set<Socket>();
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  };
  const pool = new Pool({ max: 5, keepAlive: true, connectionTimeoutMillis: LONGEST_WAIT_MS, stream, ...config });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return {
    pool,
    /**
     * Ends connections on which nothing comes back, and those that are still being made: the network between may keep
     * them for a quarter of an hour.
     */
    abandon: (): void => {
      for (const socket of sockets) socket.destroy(new Error("Connection terminated"));
    },
  };
}

/** The same pool, of which whoever asks for something has a connection in turn. */
function inReadersTurns(pool: Pool): Pool {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  return Object.assign(pool, { query: (...given: unknown[]) => readersTurn.get()(() => query(...given)) });
}

/** The message of a driver's error; an error over several addresses has none itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return error.message || (inner instanceof Error ? reasonOf(inner) : error.name);
}

const POOLER =
  "leads to a pooler that shares connections between transactions. Set DATABASE_LISTEN_URL to the address of PostgreSQL itself, where this server hears of what other servers change; all else goes through the pooler.";

/** The sentence for a database that cannot be used. */
function unusable(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = env.databaseListenUrl === undefined ? "DATABASE_URL" : "DATABASE_LISTEN_URL";
  const reason = reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  if (error instanceof Deaf || /unsupported startup parameter|prepared statement/.test(reason))
    return new StorageError(`${name} ${POOLER}`);
  return new StorageError(`The PostgreSQL database that DATABASE_URL names could not be opened: ${reason}`);
}

/** Connects to a PostgreSQL server and brings its database up to date; one that is `prepared` in a schema is so already. */
export async function openPostgres(url: string, prepared?: string): Promise<OpenDatabase> {
  makeDataDir();
  const own = randomUUID();
  const path = prepared === undefined ? "" : `-c search_path=${prepared} `;
  // Through a pooler, connections of readers are given to writers.
  const isPooled = env.databaseListenUrl !== undefined;
  const connectionsOf = (where: string, own: string, more: PoolConfig = {}) => {
    const options = `${where}${isPooled ? "" : own}`.trim();
    return poolOf({ connectionString: url, ...(options !== "" && { options }), ...more });
  };
  // Questions that are asked at once travel together.
  const { pool: writers, abandon: abandonWriters } = connectionsOf(path, VANISHING, { pipeline: true });
  const { pool: readers, abandon: abandonReaders } = connectionsOf(path, READ_ONLY);
  // An author's looks through long drafts take a second each, and held all connections that pages are read on.
  const { pool: looking, abandon: abandonLooking } = connectionsOf(path, READ_ONLY, { max: 2 });
  const { pool: counting, abandon: abandonCounting } = connectionsOf("", VANISHING, { max: 2 });
  const pools = [writers, readers, looking, counting];
  const db = drizzle(writers, { schema, casing: "snake_case" });
  const close = () => Promise.all(pools.map((pool) => pool.end()));
  try {
    if (prepared === undefined) {
      await finishRestore();
      await migratePostgres(db, (tx) => postgresSearch.create(asDatabase(tx)));
    }
    const connection = await readers.connect();
    try {
      await followDatabaseClock(() => timeOf(connection));
    } finally {
      connection.release();
    }
  } catch (error) {
    await close();
    throw unusable(error);
  }
  const reading = drizzle(inReadersTurns(readers), { schema, casing: "snake_case" });
  const looked = asDatabase(drizzle(looking, { schema, casing: "snake_case" }));
  setBeside(asDatabase(reading), (what) => (what === "dashboard" ? looked : asDatabase(reading)));
  const followers: Follower[] = [];

  async function isReachable(): Promise<boolean> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  return {
    reader: asDatabase(reading),
    transaction: transactionsOn(transactionsOf(writers), own),
    snapshot: snapshotsOn(reading),
    counters: postgresCounters(counting),
    copyBeforeMigration: null,
    pools: () =>
      Object.fromEntries(
        Object.entries({ writers, readers, looking, counting }).map(([name, pool]) => [
          name,
          { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
        ]),
      ),
    async follow(onCommit) {
      const listen = { connectionString: env.databaseListenUrl ?? url };
      const abandon = () => (abandonWriters(), abandonReaders(), abandonLooking(), abandonCounting());
      const follower = postgresFollower({ listen, isReachable, abandon }, own, onCommit);
      followers.push(follower);
      try {
        await follower.look({ wake: () => undefined });
      } catch (error) {
        throw unusable(error);
      }
      return follower;
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
      await close();
    },
  };
}
