import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { env } from "../lib/core/env";
import { compiled } from "../lib/patches/compiled-queries";
import type { Database } from "./sqlite";

const statementsOf = new WeakMap<Database, Map<string, unknown>>();
/** Filters and sort orders come from callers, so the number of statements is bounded. */
const MOST_STATEMENTS = 500;
/** A pooler between gives each transaction another connection, which does not know a statement by its name. */
const isPooled = env.databaseListenUrl !== undefined;
/** PostgreSQL cuts names that are longer, in bytes. */
const MAX_NAME = 63;

const nameFor = (name: string) =>
  name.length <= MAX_NAME ? name : createHash("sha256").update(name).digest("base64url");

/** Stands for a statement that could not be prepared; executing it rejects with the reason. */
const failed = (error: unknown) => ({ execute: () => Promise.reject(error) });

/**
 * Compiles a query once per connection, since Drizzle's builder costs more than SQLite's work on hot paths. PostgreSQL
 * keeps a named statement as long as the connection: set `isInvented` where callers can make up any number of shapes.
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
  // node-postgres needs a name; SQLite's builder ignores it.
  if (statement) statements.delete(name);
  else {
    const [oldest] = statements.size >= MOST_STATEMENTS ? statements.keys() : [];
    if (oldest !== undefined) statements.delete(oldest);
    try {
      statement = compiled(build(db).prepare(isInvented || isPooled ? undefined : nameFor(name)));
    } catch (error) {
      // Throwing here would leave queries that were started alongside unawaited.
      return failed(error) as P;
    }
  }
  // Moves it to the end, as the one used last.
  statements.set(name, statement);
  return statement as P;
}

/**
 * Placeholders for a row's columns, and a name for the statement with these columns. Null is written literally: a
 * placeholder is encoded as its column's type, which null does not have.
 */
export function placesFor<R extends Record<string, unknown>>(row: R): { name: string; places: R } {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const places = Object.fromEntries(
    given.map(([column, value]) => [column, value === null ? null : sql.placeholder(column)]),
  );
  return { name: given.map(([column, value]) => (value === null ? `!${column}` : column)).join(), places: places as R };
}
