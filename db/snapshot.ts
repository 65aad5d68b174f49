import Sqlite from "./sqlite-driver.mjs";
import { knownMigrations } from "./migration-list";

/** Writes the whole database, as it is at one moment, into a new file. Writers go on meanwhile. */
export function takeSnapshot(database: string, into: string): void {
  const client = new Sqlite(database, { readonly: true, timeout: 10_000 });
  try {
    client.prepare("VACUUM INTO ?").run(into);
  } finally {
    client.close();
  }
}

/** What a database file holds. */
export type Inspection = {
  /** Rows of each table. */
  counts: Record<string, number>;
  /** When its newest migration was made. */
  lastMigration: number;
  /** The files of its attachments, below `uploads`. */
  files: string[];
  /** As many bytes as those files have. */
  fileBytes: number;
  /** The mark of the key that it was written with. */
  keyMark: string | null;
  problems: string[];
};

export type AttachmentFiles = {
  folder: string;
  version: string;
  size: number;
  variants: { width: number; size: number }[];
};

/** The files of an attachment, below `uploads`. */
export const filesOf = ({ folder, version, variants }: AttachmentFiles): string[] =>
  ["original", ...variants.map(({ width }) => `${width}.webp`)].map((last) => `${folder}/${version}/${last}`);

/** The bytes of an attachment's files. */
export const bytesOf = ({ size, variants }: AttachmentFiles): number =>
  variants.reduce((sum, variant) => sum + variant.size, size);

function faultsOf(client: Sqlite.Database): string[] {
  const found = (client.pragma("integrity_check") as { integrity_check: string }[]).map((row) => row.integrity_check);
  const dangling = client.pragma("foreign_key_check") as { table: string; parent: string }[];
  const pairs = new Set(dangling.map(({ table, parent }) => `rows of ${table} refer to missing ones of ${parent}`));
  return [...found.filter((line) => line !== "ok"), ...pairs];
}

/** Reads a database file that nobody writes to; `thoroughly` looks at every page and every reference. */
export function inspectSnapshot(file: string, { thoroughly }: { thoroughly: boolean }): Inspection {
  const client = new Sqlite(file, { readonly: true });
  const column = <T>(text: string): T[] => client.prepare<[], T>(text).pluck().all();
  try {
    const problems = thoroughly ? faultsOf(client) : [];
    const names = column<string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    );
    const counts = Object.fromEntries(
      names.map((name) => [name, column<number>(`SELECT count(*) FROM "${name}"`)[0] ?? 0]),
    );
    const has = (name: string) => names.includes(name);
    const lastMigration = has("__drizzle_migrations")
      ? (column<number>("SELECT max(created_at) FROM __drizzle_migrations")[0] ?? 0)
      : 0;
    const rows = has("attachments")
      ? client
          .prepare<[], Omit<AttachmentFiles, "variants"> & { variants: string }>(
            "SELECT folder, version, size, variants FROM attachments ORDER BY folder",
          )
          .all()
          .map((row) => ({ ...row, variants: JSON.parse(row.variants) as AttachmentFiles["variants"] }))
      : [];
    const keyMark = has("key_marks")
      ? (column<string>("SELECT mark FROM key_marks ORDER BY id DESC LIMIT 1")[0] ?? null)
      : null;
    return {
      counts,
      lastMigration,
      files: rows.flatMap(filesOf),
      fileBytes: rows.reduce((sum, row) => sum + bytesOf(row), 0),
      keyMark,
      problems,
    };
  } finally {
    client.close();
  }
}

/** Whether a database whose newest migration this is has all that this program knows. */
export const isNewestMigration = (engine: "sqlite" | "postgres", lastMigration: number): boolean =>
  knownMigrations(engine).at(-1) === lastMigration;

/** Whether this program can take a database whose newest migration this is. */
export const isKnownMigration = (engine: "sqlite" | "postgres", lastMigration: number): boolean =>
  knownMigrations(engine).includes(lastMigration);
