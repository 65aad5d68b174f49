import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Dump } from "../../../db/postgres-dump";
import { postgresSite } from "../../../db/postgres-site";
import { inspectSnapshot, takeSnapshot } from "../../../db/snapshot";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";
import type { ArchiveWriter } from "../../services/archives/writing";
import type { Manifest } from "./schema";

type OnBytes = (bytes: number) => void;

/** The database of a site at one moment. */
export type Snapshot = Pick<Manifest, "engine" | "lastMigration"> & {
  /** About as many bytes as are written of it. */
  bytes: number;
  /** As many bytes as the files of its attachments have. */
  fileBytes: number;
  /** The files of its attachments, below `uploads`. */
  files: string[];
  /** Writes it into an archive, whose list it completes. */
  write: (writer: ArchiveWriter, onBytes: OnBytes) => Promise<Pick<Manifest, "counts" | "numbers">>;
};

// The engine's columns, which say so as well, take longer to load than a small backup to make.
const isPostgres = () => env.databaseUrl !== undefined;
const databaseFile = () => join(env.dataDir, "broadsheet.db");

/** Refuses without a site. Returns the bytes that a copy of its database needs for a time. */
export function bytesOfCopy(): number {
  if (isPostgres()) return 0;
  if (!existsSync(databaseFile())) throw new AppError("not_found", `There is no site in ${env.dataDir} yet.`);
  return statSync(databaseFile()).size;
}

/** SQLite's file as it is at one moment, in a folder that is removed afterwards. */
async function withCopy<T>(scratch: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const file = join(scratch, "database.sqlite");
  takeSnapshot(databaseFile(), file);
  const { counts, lastMigration, files, fileBytes, problems } = inspectSnapshot(file, { thoroughly: true });
  if (problems.length > 0)
    throw new AppError("internal", `The database is damaged: ${problems[0]}. Restore an earlier backup.`);
  return work({
    engine: "SQLITE",
    bytes: statSync(file).size,
    lastMigration,
    files,
    fileBytes,
    async write(writer, onBytes) {
      await writer.add("database.sqlite", { file }, { deflate: true, onBytes });
      return { counts };
    },
  });
}

async function* textOf(rows: AsyncIterable<string[]>, count: (rows: number) => void): AsyncGenerator<Buffer> {
  for await (const lines of rows) {
    count(lines.length);
    yield Buffer.from(`${lines.join("\n")}\n`);
  }
}

const snapshotOf = ({ tables, bytes, lastMigration, files, fileBytes, numbers, rows }: Dump): Snapshot => ({
  engine: "POSTGRESQL",
  bytes,
  lastMigration,
  files,
  fileBytes,
  async write(writer, onBytes) {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      let written = 0;
      const source = Readable.from(
        textOf(rows(table), (more) => void (written += more)),
        { objectMode: false },
      );
      await writer.add(`rows/${table}.jsonl`, source, { deflate: true, onBytes });
      counts[table] = written;
    }
    return { counts, numbers };
  },
});

/** PostgreSQL's rows as they are at one moment, read while they are written. */
function withRows<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return postgresSite.read((dump) => {
    if (dump.tables.length === 0) throw new AppError("not_found", "There is no site in this PostgreSQL database yet.");
    return work(snapshotOf(dump));
  });
}

/** Lets work see the database as it is at one moment; others may write meanwhile. */
export const withSnapshot = <T>(scratch: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  isPostgres() ? withRows(work) : withCopy(scratch, work);
