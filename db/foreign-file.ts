import { getTableName, is, Table } from "drizzle-orm";
import * as schema from "./schema";
import Sqlite from "./sqlite-driver.mjs";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Removes triggers and views from a file that may come from anybody: this program makes none, and a trigger goes on
 * doing what its author wanted, seen by nobody. Returns how many there were.
 */
function dropStatements(client: Sqlite.Database): number {
  const found = client
    .prepare<[], { type: string; name: string }>(
      "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type",
    )
    .all();
  for (const { type, name } of found) client.exec(`DROP ${type} ${quoted(name)}`);
  return found.length;
}

/** The tables of this program, by any spelling that the engine takes for theirs. */
const areOurs = "schema = 'main' AND lower(name) IN (SELECT value FROM json_each(?))";
const ours = JSON.stringify(Object.values(schema).flatMap((each) => (is(each, Table) ? [getTableName(each)] : [])));

const numbered = JSON.stringify(
  Object.values(schema).flatMap((each) => (is(each, Table) && "id" in each ? [getTableName(each)] : [])),
);
const keyOf = "(SELECT group_concat(name || ' ' || upper(type)) FROM pragma_table_info(l.name) WHERE pk > 0)";

/**
 * The tables that do not keep what is stored in them: virtual ones, and those with a column that is computed from others,
 * so that it may become something else after it was examined. And those in which several rows may have one number, since
 * whoever reads by numbers overlooks some. This program makes none.
 */
const unfaithful = (client: Sqlite.Database): string[] =>
  client
    .prepare<[string, string], string>(
      `SELECT name FROM pragma_table_list AS l WHERE ${areOurs}
       AND (type <> 'table' OR EXISTS (SELECT 1 FROM pragma_table_xinfo(l.name) WHERE hidden <> 0)
         OR (lower(name) IN (SELECT value FROM json_each(?)) AND ${keyOf} IS NOT 'id INTEGER'))
       ORDER BY name`,
    )
    .pluck()
    .all(ours, numbered);

/** Makes text of bytes: whoever looks for text overlooks them, and a page would show them as such. No column holds bytes. */
function makeText(client: Sqlite.Database): void {
  const tables = client.prepare<[string], string>(`SELECT name FROM pragma_table_list WHERE ${areOurs}`).pluck();
  const columns = client.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck();
  for (const name of tables.all(ours)) {
    const all = columns.all(name).map(quoted);
    const isBytes = all.map((column) => `typeof(${column}) = 'blob'`).join(" OR ");
    const casts = all
      .map((column) => `${column} = iif(typeof(${column}) = 'blob', CAST(${column} AS TEXT), ${column})`)
      .join(", ");
    client.exec(`UPDATE ${quoted(name)} SET ${casts} WHERE ${isBytes}`);
  }
}

/**
 * Brings a database file that may come from anybody into the form that this program gives it. Returns how many triggers
 * and views were in it, and the tables that no program can rely on.
 */
export function bringIntoForm(file: string): { dropped: number; unfaithful: string[] } {
  const client = new Sqlite(file);
  try {
    const dropped = dropStatements(client);
    const found = unfaithful(client);
    if (found.length === 0) makeText(client);
    return { dropped, unfaithful: found };
  } finally {
    client.close();
  }
}
