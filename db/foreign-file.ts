import { appliedTo, migrateCopy } from "./migrate";
import Sqlite from "./sqlite-driver.mjs";
import { columnsOfTables } from "./stored-columns";

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
const ours = JSON.stringify([...columnsOfTables.keys()]);

type Declared = { name: string; type: string };
const columnsIn = (client: Sqlite.Database, table: string): Declared[] =>
  client.prepare<[string], Declared>("SELECT name, lower(type) AS type FROM pragma_table_info(?)").all(table);

/** Makes text of bytes: whoever looks for text overlooks them, and a page would show them as such. No column holds bytes. */
function makeText(client: Sqlite.Database): void {
  const found = client.prepare<[string], string>(`SELECT name FROM pragma_table_list WHERE ${areOurs}`).pluck();
  for (const name of found.all(ours)) {
    const all = columnsIn(client, name).map((column) => quoted(column.name));
    const isBytes = all.map((column) => `typeof(${column}) = 'blob'`).join(" OR ");
    const casts = all
      .map((column) => `${column} = iif(typeof(${column}) = 'blob', CAST(${column} AS TEXT), ${column})`)
      .join(", ");
    client.exec(`UPDATE ${quoted(name)} SET ${casts} WHERE ${isBytes}`);
  }
}

/** The farthest moment from 1970 that a date can be, in milliseconds. */
const FARTHEST_MS = 8_640_000_000_000_000;

/** Whether a column, such as `posts.toc`, may hold this value of JSON. */
type Fits = (column: string, value: unknown) => boolean;

const ofJson = (table: string): string[] =>
  (columnsOfTables.get(table) ?? []).flatMap(([name, kind]) => (kind === "json" ? [name] : []));

/**
 * The columns in a row of PostgreSQL that hold another form of JSON than the program stores there, or another word than one
 * of theirs.
 */
export function misshapenIn(table: string, row: () => Readonly<Record<string, unknown>>, fits: Fits): string[] {
  const columns = (columnsOfTables.get(table) ?? []).filter(([, kind, words]) => kind === "json" || words);
  if (columns.length === 0) return [];
  const values = row();
  return columns.flatMap(([name, , words]) => {
    const value = values[name];
    if (value === undefined || (words && value === null)) return [];
    const isRight = words ? words.includes(value as string) : fits(`${table}.${name}`, value);
    return isRight ? [] : [`${table}.${name}`];
  });
}

/** The same of a file. */
const misshapen = (client: Sqlite.Database, fits: Fits): string[] =>
  [...columnsOfTables.keys()].flatMap((table) => {
    const found = columnsIn(client, table).map(({ name }) => name);
    return ofJson(table).flatMap((name) => {
      if (!found.includes(name)) return [];
      const values = client.prepare<[], string>(
        `SELECT ${quoted(name)} FROM ${quoted(table)} WHERE ${quoted(name)} IS NOT NULL`,
      );
      for (const value of values.pluck().iterate())
        if (!fits(`${table}.${name}`, JSON.parse(value))) return [`${table}.${name}`];
      return [];
    });
  });

/**
 * The columns that hold what their kind cannot be: no JSON in place of it, or another form of it, words in place of a
 * number, a time that no calendar has, a word that is none of theirs. Whatever reads such a row fails.
 */
function unreadable(client: Sqlite.Database, fits: Fits): string[] {
  const wrong = ofOtherKinds(client);
  return wrong.length > 0 ? wrong : misshapen(client, fits);
}

function ofOtherKinds(client: Sqlite.Database): string[] {
  return [...columnsOfTables].flatMap(([table, columns]) => {
    const known = new Map(columns.map(([name, kind, words]) => [name, { kind, words }]));
    const checks = columnsIn(client, table).flatMap(({ name, type }) => {
      const column = quoted(name);
      const { kind, words } = known.get(name) ?? {};
      const wrong = [
        ...(type === "integer" ? [`typeof(${column}) NOT IN ('integer', 'null')`] : []),
        ...(kind === "json" ? [`json_valid(${column}) = 0`] : []),
        ...(kind === "time" ? [`${column} NOT BETWEEN ${-FARTHEST_MS} AND ${FARTHEST_MS}`] : []),
        ...(words ? [`${column} NOT IN (${words.map((word) => `'${word}'`).join(", ")})`] : []),
      ];
      return wrong.length > 0 ? [`max(${wrong.join(" OR ")}) AS ${column}`] : [];
    });
    if (checks.length === 0) return [];
    // All of a table at once: its rows may be long, and are read once.
    const found = client
      .prepare<[], Record<string, number | null>>(`SELECT ${checks.join(", ")} FROM ${quoted(table)}`)
      .get();
    return Object.entries(found ?? {}).flatMap(([name, isWrong]) => (isWrong ? [`${table}.${name}`] : []));
  });
}

/**
 * Brings a database file that may come from anybody into the form that this program gives it. Returns how many triggers
 * and views were in it, the tables that no program can rely on, and the columns that none can read.
 */
export function bringIntoForm(
  file: string,
  fits: Fits,
): { dropped: number; unfaithful: string[]; unreadable: string[] } {
  const client = new Sqlite(file);
  try {
    const dropped = dropStatements(client);
    const found = unfaithful(client);
    if (found.length > 0) return { dropped, unfaithful: found, unreadable: [] };
    makeText(client);
    return { dropped, unfaithful: found, unreadable: unreadable(client, fits) };
  } finally {
    client.close();
  }
}

/** The columns of a file that no program can read; whatever wrote them has been brought into form. */
export function unreadableIn(file: string, fits: Fits): string[] {
  const client = new Sqlite(file, { readonly: true });
  try {
    return unreadable(client, fits);
  } finally {
    client.close();
  }
}
