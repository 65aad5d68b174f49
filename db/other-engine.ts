import { migrateCopy } from "./migrate";
import Sqlite from "./sqlite-driver.mjs";
import { columnsOfTables, type Kind } from "./stored-columns";

/** A value as SQLite stores it, and as PostgreSQL writes it into JSON. */
type Stored = string | number | null;

function forPostgres(kind: Kind, value: Stored): unknown {
  if (value === null) return null;
  if (kind === "time") return new Date(Number(value)).toISOString();
  if (kind === "flag") return value !== 0;
  return kind === "json" ? JSON.parse(String(value)) : value;
}

function forSqlite(kind: Kind, value: unknown): Stored {
  if (value === null || value === undefined) return null;
  if (kind === "time") return new Date(value as string).getTime();
  if (kind === "flag") return value === true ? 1 : 0;
  return kind === "json" ? JSON.stringify(value) : (value as Stored);
}

/** Makes an SQLite file, or brings one up to date that nobody else uses. */
export function migrateFile(file: string): void {
  const client = new Sqlite(file);
  try {
    migrateCopy(client);
  } finally {
    client.close();
  }
}

/** Rows that are passed on at once. */
const MOST_ROWS = 100;

/** The rows of an SQLite file, which is up to date, as PostgreSQL writes them; the search index is made anew. */
export function rowsForPostgres(file: string): {
  numbers: Record<string, number>;
  rows: (table: string) => AsyncGenerator<string[]>;
  close: () => void;
} {
  const client = new Sqlite(file, { readonly: true });
  const next = client.prepare<[], { name: string; next: number }>("SELECT name, seq + 1 AS next FROM sqlite_sequence");
  return {
    numbers: Object.fromEntries(next.all().map((row) => [row.name, row.next])),
    async *rows(table) {
      const columns = columnsOfTables.get(table);
      if (!columns) return;
      let lines: string[] = [];
      for (const row of client.prepare<[], Record<string, Stored>>(`SELECT * FROM "${table}"`).iterate()) {
        lines.push(
          JSON.stringify(
            Object.fromEntries(columns.map(([name, kind]) => [name, forPostgres(kind, row[name] ?? null)])),
          ),
        );
        if (lines.length < MOST_ROWS) continue;
        yield lines;
        lines = [];
      }
      if (lines.length > 0) yield lines;
    },
    close: () => void client.close(),
  };
}

/** Fills an SQLite file, which is up to date and empty, with rows as PostgreSQL writes them. */
export async function fillSqlite(
  file: string,
  numbers: Record<string, number>,
  rows: (table: string) => AsyncIterable<string[]>,
): Promise<void> {
  const client = new Sqlite(file);
  try {
    client.pragma("foreign_keys = OFF");
    client.exec("BEGIN");
    for (const [table, columns] of columnsOfTables) {
      const names = columns.map(([name]) => `"${name}"`).join(", ");
      const insert = client.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`);
      for await (const lines of rows(table))
        for (const line of lines) {
          const row = JSON.parse(line) as Record<string, unknown>;
          insert.run(columns.map(([name, kind]) => forSqlite(kind, row[name])));
        }
    }
    const known = client.prepare<[], string>("SELECT name FROM sqlite_sequence").pluck().all();
    for (const [table, next] of Object.entries(numbers).filter(([name]) => columnsOfTables.has(name)))
      client
        .prepare(
          known.includes(table)
            ? "UPDATE sqlite_sequence SET seq = max(seq, @seq) WHERE name = @table"
            : "INSERT INTO sqlite_sequence (name, seq) VALUES (@table, @seq)",
        )
        .run({ table, seq: next - 1 });
    client.exec("COMMIT");
  } finally {
    client.close();
  }
}
