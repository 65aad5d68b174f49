import type { Client } from "pg";
import { column, inTransaction, onConnection } from "./postgres-connection";
import { MIGRATIONS, newestMigration, nextNumbers, ownTablesIn, SITE } from "./postgres-tables";
import { type AttachmentFiles, bytesOf, filesOf } from "./snapshot";

/** The bytes of rows that are asked for at once, and the rows with which a table begins. */
const [PIECE, FIRST_ROWS, MOST_ROWS] = [1024 ** 2, 10, 2_000];

/** The site's rows as they are at one moment. */
export type Dump = {
  tables: string[];
  /** About as many bytes as its rows have. */
  bytes: number;
  lastMigration: number;
  files: string[];
  /** As many bytes as those files have. */
  fileBytes: number;
  /** The next number of each table. */
  numbers: Record<string, number>;
  /** The rows of a table, as JSON, some at a time. */
  rows: (table: string) => AsyncGenerator<string[]>;
};

async function* rowsOf(client: Client, table: string): AsyncGenerator<string[]> {
  await client.query(`declare of_backup no scroll cursor for select to_json(t)::text from ${table} as t`);
  for (let wanted = FIRST_ROWS; ;) {
    const lines = await column<string>(client, `fetch ${wanted} from of_backup`);
    if (lines.length > 0) yield lines;
    if (lines.length < wanted) break;
    const each = lines.reduce((sum, { length }) => sum + length, 0) / lines.length;
    wanted = Math.min(MOST_ROWS, wanted * 4, Math.max(1, Math.ceil(PIECE / each)));
  }
  await client.query("close of_backup");
}

/** Reads the whole site at one moment, or the one of another schema. Others may write meanwhile. */
export const readDump = <T>(
  work: (dump: Dump) => Promise<T>,
  { schema, migrations } = { schema: SITE as string, migrations: MIGRATIONS as string },
): Promise<T> =>
  onConnection((client) =>
    inTransaction(
      client,
      async () => {
        const tables = await ownTablesIn(client, schema);
        const [bytes] = await column<string>(
          client,
          "select coalesce(sum(pg_table_size(format('%I.%I', schemaname, tablename)::regclass)), 0) from pg_tables where schemaname = $1 and tablename = any($2)",
          [schema, tables],
        );
        const { rows: attachments } = tables.includes("attachments")
          ? await client.query<AttachmentFiles>(
              `select folder, version, size, variants from "${schema}".attachments order by folder`,
            )
          : { rows: [] };
        return work({
          tables,
          bytes: Number(bytes),
          lastMigration: await newestMigration(client, migrations),
          files: attachments.flatMap(filesOf),
          fileBytes: attachments.reduce((sum, row) => sum + bytesOf(row), 0),
          numbers: await nextNumbers(client, schema),
          async *rows(table) {
            if (tables.includes(table)) yield* rowsOf(client, `"${schema}"."${table}"`);
          },
        });
      },
      "begin isolation level repeatable read, read only",
    ),
  );
