import { Client } from "pg";
import { drizzle } from "drizzle-orm/node-postgres";
import { StorageError } from "../../lib/core/storage-error";
import { isPostgresUpToDate, migratePostgres } from "../migrate-postgres";
import { bytesOf, MOST_BYTES, MOST_ROWS, type Source, type Target } from "./ends";
import { type CopiedTable, copiedTables, type Kind, oneSpelling, type Row, type Value } from "./tables";

const quoted = (name: string) => `"${name}"`;
const namesOf = ({ columns }: CopiedTable) => columns.map(({ name }) => quoted(name)).join(", ");

/** Tables of the search index, which the server makes of the records. */
const derived = ["search_entries", "search_progress"];

/** How a column is read, so that the driver gives a value on its way. */
const reading: Record<Kind, (column: string) => string> = {
  number: (column) => `${column}::float8`,
  string: (column) => column,
  boolean: (column) => column,
  json: (column) => `${column}::text`,
  date: (column) => `(extract(epoch from ${column}) * 1000)::float8`,
};
/** The type in which a column's values are sent, and what is stored of one. */
const sending: Record<Kind, [type: string, stored: (column: string) => string]> = {
  number: ["float8", (column) => column],
  string: ["text", (column) => column],
  boolean: ["boolean", (column) => column],
  json: ["text", (column) => `${column}::jsonb`],
  date: ["float8", (column) => `timestamptz 'epoch' + ${column} * interval '1 millisecond'`],
};

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: "broadsheet copy" });
  // A failure between two queries is reported by the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const reason: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw new StorageError(
      `The PostgreSQL server cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`,
    );
  }
}

async function* rowsOf(client: Client, table: CopiedTable): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name, kind }) => `${reading[kind](quoted(name))} as ${quoted(name)}`);
  await client.query(`declare copied no scroll cursor for select ${columns.join(", ")} from ${quoted(table.name)}`);
  // Rows are few at first, and as many as fit once it is known how long they are.
  let most = 20;
  for (;;) {
    const { rows } = await client.query<Value[]>({ text: `fetch ${most} from copied`, rowMode: "array" });
    if (rows.length === 0) break;
    const batch = rows.map((row) =>
      row.map((value, i) =>
        typeof value === "string" && table.columns[i]?.kind === "json" ? oneSpelling(value) : value,
      ),
    );
    const bytes = batch.reduce((sum, row) => sum + bytesOf(row), 0);
    most = Math.max(1, Math.min(2 * most, MOST_ROWS, Math.floor((MOST_BYTES * rows.length) / Math.max(bytes, 1))));
    yield batch;
  }
  await client.query("close copied");
}

const countOf = async (client: Client, from: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) as count from ${from}`)).rows[0]?.count);

/** The site's database. Nobody writes to it until it is closed. */
export async function postgresSource(url: string): Promise<Source> {
  const client = await connected(url);
  try {
    if (!(await isPostgresUpToDate(drizzle(client))))
      throw new StorageError(
        "The database is of an older version of this program. Start the server once, which brings it up to date, stop it, and copy then.",
      );
    const others = await countOf(
      client,
      "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    if (others > 0)
      throw new StorageError(
        `${others === 1 ? "Another program is" : `${others} other programs are`} connected to the database. Stop every server of this site, and end other programs that use the database: what they write would be missing in the copy.`,
      );
    await client.query("begin");
    await client.query(
      `lock table ${copiedTables()
        .map(({ name }) => quoted(name))
        .join(", ")} in share mode`,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    count: ({ name }) => countOf(client, quoted(name)),
    rows: (table) => rowsOf(client, table),
    async lastNumber({ name, number }) {
      const { rows } = await client.query<{ name: string | null }>("select pg_get_serial_sequence($1, $2) as name", [
        quoted(name),
        number,
      ]);
      const sequence = rows[0]?.name;
      if (!sequence) return 0;
      const last = await client.query<{ last: number }>(
        `select (case when is_called then last_value else 0 end)::float8 as last from ${sequence}`,
      );
      return last.rows[0]?.last ?? 0;
    },
    close: () => client.end(),
  };
}

/** Throws unless the database has no table but ours, and no row in those. */
async function requireEmpty(client: Client): Promise<void> {
  const ours = [...copiedTables().map(({ name }) => name), ...derived];
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by relname",
  );
  const foreign = rows.find(({ name }) => !ours.includes(name));
  if (foreign)
    throw new StorageError(
      `The database is not empty: it has a table ${foreign.name} of another program. Make a database for this site alone. Nothing was copied.`,
    );
  for (const { name } of rows)
    if (await countOf(client, `(select 1 from ${quoted(name)} limit 1) as any_row`))
      throw new StorageError(
        `The database is not empty: its table ${name} has rows. Make a new database. Nothing was copied.`,
      );
}

type Reference = { table: string; name: string; definition: string };

/** References are taken off while rows come in any order, and checked when they are put on again. */
async function takeOffReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    "select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2",
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

const isOfPostgres = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code));

function inserting(client: Client, table: CopiedTable): (rows: readonly Row[]) => Promise<void> {
  const sent = table.columns.map(({ kind }, i) => `$${i + 1}::${sending[kind][0]}[]`);
  const stored = table.columns.map(({ name, kind }) => sending[kind][1](`sent.${quoted(name)}`));
  const text = `insert into ${quoted(table.name)} (${namesOf(table)}) select ${stored.join(", ")} from unnest(${sent.join(", ")}) as sent (${namesOf(table)})`;
  return async (rows) =>
    void (await client.query(
      text,
      table.columns.map((_column, i) => rows.map((row) => row[i])),
    ));
}

/** The sentence about the first of these rows that the database refuses. */
async function refusedRow(
  client: Client,
  table: CopiedTable,
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Promise<void>,
): Promise<StorageError | null> {
  await client.query("rollback to savepoint batch");
  for (const row of rows)
    try {
      await insert([row]);
    } catch (error) {
      if (!isOfPostgres(error)) throw error;
      return new StorageError(
        `PostgreSQL cannot store a row of ${table.name} (${table.columns[0]?.name} ${String(row[0])}): ${error.message}. Change that record, and copy again. Nothing was copied.`,
      );
    }
  return null;
}

/** An empty database, brought up to date. What is copied is there when all of it is. */
export async function postgresTarget(url: string): Promise<Target> {
  const client = await connected(url);
  const references: Reference[] = [];
  try {
    await requireEmpty(client);
    await migratePostgres(drizzle(client), async () => undefined);
    await client.query("begin");
    await client.query(
      `lock table ${copiedTables()
        .map(({ name }) => quoted(name))
        .join(", ")} in exclusive mode`,
    );
    // A server may have begun a site since.
    await requireEmpty(client);
    references.push(...(await takeOffReferences(client)));
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    rows: (table) => rowsOf(client, table),
    async insert(table, rows) {
      const insert = inserting(client, table);
      await client.query("savepoint batch");
      try {
        await insert(rows);
      } catch (error) {
        throw (isOfPostgres(error) && (await refusedRow(client, table, rows, insert))) || error;
      }
      await client.query("release savepoint batch");
    },
    async continueAfter({ name, number }, last) {
      await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [quoted(name), number, last]);
    },
    async commit() {
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      await client.query("commit");
      await client.query("analyze");
    },
    close: () => client.end(),
  };
}
