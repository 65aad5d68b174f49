import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { AppError, codeOf } from "../lib/core/errors";
import { migrationsLeft } from "./migration-list";
import { column, inTransaction, onConnection } from "./postgres-connection";
import { readDump } from "./postgres-dump";
import { continueNumbers, makeSchema, MIGRATION_TABLE, ownTablesIn, SITE } from "./postgres-tables";
import { postgresSearch } from "./search-postgres";
import type { Database } from "./sqlite";

/** What a new schema is filled with. */
export type Contents = {
  /** When its newest migration was made; null: the newest of this program. */
  lastMigration: number | null;
  numbers: Record<string, number>;
  /** The rows of a table as JSON, some at a time. */
  rows: (table: string) => AsyncIterable<string[]>;
};

type Constraint = { child: string; parent: string; name: string; definition: string };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Runs the migrations that are left, up to the one that was made at `last`. */
async function migrate(client: Client, schema: string, last: number): Promise<void> {
  const list = `"${schema}"."${MIGRATION_TABLE}"`;
  await client.query(
    `create table if not exists ${list} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const applied = (await column<string>(client, `select created_at from ${list}`)).map(Number);
  for (const { sql, hash, folderMillis } of migrationsLeft("postgres", applied)) {
    if (folderMillis > last) return;
    // The generated statements name the schema of the tables that they refer to.
    await client.query(sql.join(";\n").replaceAll(`"${SITE}".`, `"${schema}".`));
    await client.query(`insert into ${list} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
}

/** Takes the references between the tables of a schema away, so that rows may come in any order. */
async function dropReferences(client: Client, schema: string): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace order by 1, 3`,
    [quoted(schema)],
  );
  const statements = rows.map(({ child, name }) => `alter table ${child} drop constraint ${quoted(name)}`);
  await client.query(statements.join(";\n"));
  return rows;
}

/** Puts them back, which examines all rows. */
async function addReferences(client: Client, constraints: readonly Constraint[]): Promise<void> {
  for (const { child, parent, name, definition } of constraints)
    try {
      await client.query(`alter table ${child} add constraint ${quoted(name)} ${definition}`);
    } catch (error) {
      if (codeOf(error) !== "23503") throw error;
      throw new AppError(
        "invalid",
        `This backup cannot be restored, and nothing was changed. Rows of ${child} refer to missing ones of ${parent}.`,
      );
    }
}

/**
 * Makes a schema with the tables of a site, fills it, and brings it up to date, in one transaction. Returns the number
 * of rows of each table that was filled.
 */
export const loadSchema = (schema: string, contents: Contents): Promise<Record<string, number>> =>
  onConnection((client) =>
    inTransaction(client, async () => {
      await makeSchema(client, schema);
      await client.query(`set local search_path to "${schema}"`);
      await migrate(client, schema, contents.lastMigration ?? Number.POSITIVE_INFINITY);
      await postgresSearch.create(drizzle(client) as unknown as Database);
      const references = await dropReferences(client, schema);
      const counts: Record<string, number> = {};
      for (const table of await ownTablesIn(client, schema)) {
        counts[table] = 0;
        const into = `"${schema}"."${table}"`;
        for await (const lines of contents.rows(table)) {
          const inserted = await client.query(
            `insert into ${into} select * from json_populate_recordset(null::${into}, $1::json)`,
            [`[${lines.join(",")}]`],
          );
          counts[table] += inserted.rowCount ?? 0;
        }
      }
      await addReferences(client, references);
      await continueNumbers(client, schema, contents.numbers);
      await migrate(client, schema, Number.POSITIVE_INFINITY);
      return counts;
    }),
  );

/** Copies the site that a restore replaced into a new schema, and brings it up to date. */
export const copySchema = (from: string, schema: string): Promise<Record<string, number>> =>
  readDump((dump) => loadSchema(schema, dump), { schema: from, migrations: from });
