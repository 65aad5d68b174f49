import type { Database } from "./sqlite";

const compiled = new WeakMap<Database, Map<string, unknown>>();
/** Shapes come from callers' filters and sort orders, so their number is bounded. */
const MOST_STATEMENTS = 500;

/** A query compiled once for each connection; Drizzle's builder costs more than SQLite's work on hot paths. */
export function prepared<P>(db: Database, name: string, build: (db: Database) => { prepare(name?: string): P }): P {
  let statements = compiled.get(db);
  if (!statements) compiled.set(db, (statements = new Map()));
  let statement = statements.get(name);
  // node-postgres wants a name, SQLite's builder ignores it.
  if (!statement) {
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    statements.set(name, (statement = build(db).prepare(name)));
  }
  return statement as P;
}
