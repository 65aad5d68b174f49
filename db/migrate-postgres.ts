import { type SQL, sql } from "drizzle-orm";
import { danglingRows, knownMigrations, migrationFailure, migrationsLeft, pendingMigrations } from "./migration-list";

type Rows = { rows: Record<string, unknown>[] };
type Connection = { execute(query: SQL | string): Promise<unknown> };

const table = sql`drizzle.__drizzle_migrations`;
const rowsOf = async (db: Connection, query: SQL | string) => ((await db.execute(query)) as Rows).rows;

/** Servers that start at once prepare the database one after the other. */
const lock = sql`select pg_advisory_xact_lock(hashtext('broadsheet migrations'))`;

/**
 * Lists every foreign key. A migration may have added one as "not valid" or filled its table with triggers off, so its
 * rows may be unchecked.
 */
const references = sql`
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    (select string_agg(attname, ',' order by place) from unnest(conkey) with ordinality as k (number, place) join pg_attribute on attrelid = conrelid and attnum = number) as columns,
    (select string_agg(attname, ',' order by place) from unnest(confkey) with ordinality as k (number, place) join pg_attribute on attrelid = confrelid and attnum = number) as referred
  from pg_constraint where contype = 'f' order by 1, 2`;

async function checkForeignKeys(db: Connection): Promise<void> {
  const dangling: string[] = [];
  for (const { child, parent, columns, referred } of await rowsOf(db, references)) {
    const [from, to] = [String(columns).split(","), String(referred).split(",")];
    const given = from.map((name) => `c."${name}" is not null`).join(" and ");
    const same = from.map((name, i) => `p."${to[i]}" = c."${name}"`).join(" and ");
    const [row] = await rowsOf(
      db,
      `select count(*)::int as count from ${String(child)} c where ${given} and not exists (select 1 from ${String(parent)} p where ${same})`,
    );
    if (Number(row?.count) > 0) dangling.push(`${String(child)} → ${String(parent)}: ${String(row?.count)}`);
  }
  if (dangling.length > 0) throw danglingRows(dangling.join(", "));
}

async function appliedTo(db: Connection): Promise<number[]> {
  const [there] = await rowsOf(db, sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  return there?.name
    ? (await rowsOf(db, sql`select created_at from ${table}`)).map((row) => Number(row.created_at))
    : [];
}

export const isPostgresUpToDate = async (db: Connection): Promise<boolean> =>
  pendingMigrations(await appliedTo(db), knownMigrations("postgres")) === 0;

/**
 * Brings a PostgreSQL database up to date in one transaction, which also checks all references. `more` prepares what
 * migrations do not describe.
 */
export async function migratePostgres(
  db: { transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T> },
  more: (tx: Connection) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(lock);
    await migrateWithin(tx);
    await more(tx);
  });
}

async function migrateWithin(tx: Connection): Promise<void> {
  const left = migrationsLeft("postgres", await appliedTo(tx));
  if (left.length === 0) return;
  try {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(
      sql`create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const { sql: statements, hash, folderMillis } of left) {
      for (const statement of statements) await tx.execute(statement);
      await tx.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${folderMillis})`);
    }
    await checkForeignKeys(tx);
  } catch (error) {
    throw migrationFailure(error);
  }
}
