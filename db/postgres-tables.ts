import type { Client } from "pg";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationsFolder } from "./migration-list";
import { highestTaken } from "./highest-number";
import { folderName } from "./folder-name";
import { column } from "./postgres-connection";

/** Where the site's tables are, and where its list of migrations is. */
export const [SITE, MIGRATIONS] = ["public", "drizzle"] as const;
export const MIGRATION_TABLE = "__drizzle_migrations";
/** Made by the search index, and not by a migration. */
const searchTables = ["search_entries", "search_progress"];

/** The names of all tables that this program or an earlier version of it makes; others in the database are not ours. */
function ownNames(): string[] {
  const statements = readMigrationFiles({ migrationsFolder: migrationsFolder("postgres") }).flatMap(({ sql }) => sql);
  const made = statements.flatMap((statement) =>
    [...statement.matchAll(/\b(?:CREATE TABLE|RENAME TO)(?: IF NOT EXISTS)? "?(\w+)"?/gi)].map(
      ([, name]) => name ?? "",
    ),
  );
  return [...new Set([...made, ...searchTables])].sort();
}

/** The site's tables in a schema. In one that a restore made, all are. */
export async function ownTablesIn(client: Client, schema: string): Promise<string[]> {
  const there = await column<string>(client, "select tablename from pg_tables where schemaname = $1 order by 1", [
    schema,
  ]);
  if (schema !== SITE) return there.filter((name) => name !== MIGRATION_TABLE);
  const own = new Set(ownNames());
  return there.filter((name) => own.has(name));
}

/** Makes a schema beside the site's, which says of which server's data folder it is. */
export async function makeSchema(client: Client, schema: string): Promise<void> {
  await client.query(`create schema "${schema}"`);
  await client.query(`comment on schema "${schema}" is '${folderName()}'`);
}

/** When the newest migration of the site in a schema was made; `at` is where its list is. */
export async function newestMigration(client: Client, at: string): Promise<number> {
  const [found] = await column<string | null>(client, "select to_regclass($1)::text", [`${at}.${MIGRATION_TABLE}`]);
  if (!found) return 0;
  const [newest] = await column<string | null>(client, `select max(created_at) from "${at}"."${MIGRATION_TABLE}"`);
  return Number(newest ?? 0);
}

/** The next numbers that the tables of a schema give to new rows, by table. */
export async function nextNumbers(client: Client, schema: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = $1 and is_identity = 'YES' order by 1",
    [schema],
  );
  const next: Record<string, number> = {};
  for (const { table_name: table, column_name: name } of rows) {
    const [sequence] = await column<string>(client, "select pg_get_serial_sequence($1, $2)", [
      `"${schema}"."${table}"`,
      name,
    ]);
    const [number] = await column<string>(
      client,
      `select last_value + case when is_called then 1 else 0 end from ${sequence}`,
    );
    next[table] = Number(number);
  }
  return next;
}

/**
 * Numbers go on after those that were given, also after those of deleted rows. Wanted ones that leave no room are not
 * heeded.
 */
export async function continueNumbers(client: Client, schema: string, wanted: Record<string, number>): Promise<void> {
  for (const [table, next] of Object.entries(await nextNumbers(client, schema))) {
    const [highest] = await column<string>(client, `select coalesce(max(id), 0) from "${schema}"."${table}"`);
    const after = wanted[table] ?? 1;
    const number = Math.max(next, Number(highest) + 1, after <= highestTaken(table) ? after : 1);
    await client.query("select setval(pg_get_serial_sequence($1, 'id'), $2, false)", [
      `"${schema}"."${table}"`,
      number,
    ]);
  }
}
