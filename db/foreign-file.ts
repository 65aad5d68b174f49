import { getTableName, is, Table } from "drizzle-orm";
import { appliedTo, migrateCopy } from "./migrate";
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

/** The definitions of all tables and their indices, those of the engine aside, by the name of the table. */
function definitionsIn(client: Sqlite.Database): Map<string, string> {
  const found = client.prepare<[], { name: string; definition: string }>(
    `SELECT lower(tbl_name) AS name, group_concat(definition, x'0a') AS definition FROM
       (SELECT tbl_name, type || ' ' || name || ' ' || coalesce(sql, '') AS definition FROM sqlite_master ORDER BY 2)
     WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' GROUP BY 1`,
  );
  return new Map(found.all().map(({ name, definition }) => [name, definition]));
}

/**
 * The tables of this program that are defined otherwise than its migrations define them, and so may not keep what is
 * stored in them, or not let it be found: with columns computed from others, without a key, or virtual.
 */
function unfaithful(client: Sqlite.Database): string[] {
  const made = new Sqlite(":memory:");
  try {
    migrateCopy(made, appliedTo(client));
    const [known, found] = [definitionsIn(made), definitionsIn(client)];
    known.delete("__drizzle_migrations");
    return [...known].flatMap(([name, definition]) => (found.get(name) === definition ? [] : [name])).sort();
  } finally {
    made.close();
  }
}

/** The tables of this program, by any spelling that the engine takes for theirs. */
const areOurs = "schema = 'main' AND lower(name) IN (SELECT value FROM json_each(?))";
const ours = JSON.stringify(Object.values(schema).flatMap((each) => (is(each, Table) ? [getTableName(each)] : [])));

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
