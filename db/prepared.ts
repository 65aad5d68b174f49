import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { env } from "../lib/core/env";
import { shared } from "../lib/core/shared";
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

/**
 * The statements of one kind, such as the changes of a post, that PostgreSQL is told by name. It keeps each as long as the
 * connection, some 40 KB, and whoever sends a change makes up which columns it has: there are tens of thousands of these.
 */
export const MOST_NAMED = 50;

/** The names that statements have, by their kind: what stands before the first colon. */
const names = shared("named statements", () => new Map<string, Set<string>>());

/** Whether a statement has a name: of each kind those that were first. */
function isNamed(name: string): boolean {
  const [kind = ""] = name.split(":", 1);
  const known = names.get(kind) ?? new Set();
  names.set(kind, known);
  if (known.size < MOST_NAMED) known.add(name);
  return known.has(name);
}

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
      const isTold = !isInvented && !isPooled && isNamed(name);
      statement = compiled(build(db).prepare(isTold ? nameFor(name) : undefined));
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
