import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { postgres } from "./dialect";
import { backupsFolder, databaseFile } from "./paths";
import type { Database } from "./sqlite";

/** SQLite's file and the logs beside it. */
const parts = () => ["", "-wal", "-shm"].map((end) => databaseFile() + end);

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The bytes that the database takes on its disk. */
export async function databaseBytes(db: Database): Promise<number> {
  if (!postgres) return parts().reduce((sum, file) => sum + bytesOf(file), 0);
  const asked = sql`select pg_database_size(current_database()) as bytes`;
  const { rows } = await (
    db as unknown as { execute(query: SQL): Promise<{ rows: { bytes: string | number }[] }> }
  ).execute(asked);
  return Number(rows[0]?.bytes ?? 0);
}

/** The sum of the `size` of each item in a column that holds an array. */
export const sizesWithin = (column: AnyColumn): SQL<number> =>
  postgres
    ? sql`(select coalesce(sum((item->>'size')::bigint), 0) from jsonb_array_elements(${column}) as item)`
    : sql`(select coalesce(sum(value ->> '$.size'), 0) from json_each(${column}))`;

/** The newest copy of the database that was made before a migration. */
export function newestCopy(): { time: Date; bytes: number } | null {
  const folder = backupsFolder();
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  const copies = names
    .filter((name) => name.endsWith(".db"))
    .flatMap((name) => statSync(join(folder, name), { throwIfNoEntry: false }) ?? [])
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  return copies[0] ? { time: copies[0].mtime, bytes: copies[0].size } : null;
}
