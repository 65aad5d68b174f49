import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { compiled } from "./compiled";
import type { Database } from "./sqlite";

const statementsOf = new WeakMap<Database, Map<string, unknown>>();
/** Shapes come from callers' filters and sort orders, so their number is bounded. */
const MOST_STATEMENTS = 500;
/** PostgreSQL cuts longer names, in bytes. */
const MAX_NAME = 63;

const nameFor = (name: string) =>
  name.length <= MAX_NAME ? name : createHash("sha256").update(name).digest("base64url");

/** Stands for a statement that could not be prepared: whoever waits for its answer is told, as of any other failure. */
const failed = (error: unknown) => ({ execute: () => Promise.reject(error) });

/**
 * A query compiled once for each connection; Drizzle's builder costs more than SQLite's work on hot paths. PostgreSQL
 * keeps what has a name for as long as the connection: `isInvented` says that callers can make up shapes without end.
 */
export function prepared<P>(
  db: Database,
  name: string,
  build: (db: Database) => { prepare(name?: string): P },
  { isInvented = false }: { isInvented?: boolean } = {},
): P {
  let statements = statementsOf.get(db);
  if (!statements) statementsOf.set(db, (statements = new Map<string, unknown>()));
  let statement = statements.get(name);
  // node-postgres wants a name, SQLite's builder ignores it.
  if (statement) statements.delete(name);
  else {
    const [oldest] = statements.size >= MOST_STATEMENTS ? statements.keys() : [];
    if (oldest !== undefined) statements.delete(oldest);
    try {
      statement = compiled(build(db).prepare(isInvented ? undefined : nameFor(name)));
    } catch (error) {
      // Thrown here, it would leave the queries that were begun beside this one without anybody who waits for them.
      return failed(error) as P;
    }
  }
  // Now the one used last.
  statements.set(name, statement);
  return statement as P;
}

/**
 * A row as the places of a prepared statement, and what tells that statement from those for other
 * columns. Null stands there itself: a place is encoded as its column's type, which null has not.
 */
export function placesFor<R extends Record<string, unknown>>(row: R): { name: string; places: R } {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const places = Object.fromEntries(
    given.map(([column, value]) => [column, value === null ? null : sql.placeholder(column)]),
  );
  return { name: given.map(([column, value]) => (value === null ? `!${column}` : column)).join(), places: places as R };
}
