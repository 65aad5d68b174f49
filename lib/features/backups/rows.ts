import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { type AttachmentFiles, filesOf, type Inspection } from "../../../db/snapshot";
import { linesOf } from "../../services/archives/lines";
import type { Archive } from "../../services/archives/reading";

/** What a database holds; one of rows alone does not say of which version it is. */
export type Held = Omit<Inspection, "lastMigration" | "fileBytes"> & { lastMigration: number | null };

const ROWS = /^rows\/(\w+)\.jsonl$/;
/** Bytes of rows that are passed on at once. */
const PIECE = 1024 ** 2;

type KeyMark = { id: number; mark: string };

/** Reads the rows of PostgreSQL in a backup, one after the other. */
export async function inspectRows(archive: Archive): Promise<Held> {
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  const files: string[] = [];
  let newest: KeyMark | null = null;
  for (const path of archive.files.keys()) {
    const table = ROWS.exec(path)?.[1];
    if (table === undefined) continue;
    let rows = 0;
    try {
      for await (const line of linesOf(await archive.read(path, { checked: false }))) {
        const row: unknown = JSON.parse(line);
        rows += 1;
        if (table === "attachments") files.push(...filesOf(row as AttachmentFiles));
        if (table === "key_marks" && (row as KeyMark).id > (newest?.id ?? 0)) newest = row as KeyMark;
      }
    } catch {
      problems.push(`Row ${rows + 1} of ${table} cannot be read.`);
    }
    counts[table] = rows;
  }
  return { counts, lastMigration: null, files, keyMark: newest?.mark ?? null, problems };
}

/** The rows of a table in an unpacked backup, some at a time. */
export async function* unpackedRows(folder: string, table: string): AsyncGenerator<string[]> {
  const file = join(folder, "rows", `${table}.jsonl`);
  if (!existsSync(file)) return;
  let [lines, bytes]: [string[], number] = [[], 0];
  for await (const line of linesOf(createReadStream(file, { highWaterMark: PIECE / 4 }))) {
    if (bytes > 0 && bytes + line.length > PIECE) {
      yield lines;
      [lines, bytes] = [[], 0];
    }
    lines.push(line);
    bytes += line.length;
  }
  if (lines.length > 0) yield lines;
}
