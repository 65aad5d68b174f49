import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { engine } from "../../../core/operation";
import { programVersion } from "../../../core/program-version";
import { ArchiveWriter } from "../../../services/archives/writing";
import { storage } from "../../../services/files/storage";
import { addressOf, readOptions } from "../../../services/settings/reading";
import { foldersIn } from "../../../text/uploads";
import type { Database } from "../../../../db";
import { leftOut } from "./columns";
import { dataFiles, type NamedFiles } from "./data";
import { line, type Row } from "./lines";
import { EXPORT_FORMAT, FORMAT_VERSION, type Manifest } from "./manifest";
import { type Names, readNames } from "./names";
import { type ExportChoices, type Selection, selectionOf } from "./selection";
import { textFiles } from "./texts";
import { uploadedFiles } from "./uploads";

/** Characters that are collected before they are packed. */
const PIECE = 64 * 1024;

/** What became of an export. */
export type Exported = { counts: Record<string, number>; missing: string[]; bytes: number };

type Watch = {
  /** Called after each entry; of how many there are. */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

/** The lines of a data file as bytes, counted. */
async function* inPieces(lines: AsyncIterable<Row>, count: () => void): AsyncGenerator<Buffer> {
  let piece = "";
  for await (const record of lines) {
    piece += line(record);
    count();
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  if (piece !== "") yield Buffer.from(piece);
}

/** The folders of the uploads that a public export names; of other files it must not even say that they are there. */
async function namedFiles(db: Database, selection: Selection, names: Names): Promise<NamedFiles> {
  if (!selection.isPublic) return null;
  const named = new Set<string>();
  const note = (text: string) => {
    for (const folder of foldersIn(text)) named.add(folder);
  };
  for (const [name, lines] of dataFiles(db, selection, names, null))
    if (name !== "attachments") for await (const record of lines) note(JSON.stringify(record));
  for (const kind of ["post", "sheet"] as const)
    for await (const { text } of textFiles(db, selection, kind, names)) note(text);
  return named;
}

/** Writes the entries of an export in the order of their names, and the manifest after them. */
async function writeEntries(
  db: Database,
  archive: ArchiveWriter,
  choices: ExportChoices,
  now: Date,
  { progress, signal }: Watch,
): Promise<Exported> {
  const selection = await selectionOf(db, choices, now);
  const names = await readNames(db, selection);
  const named = await namedFiles(db, selection, names);
  const data = dataFiles(db, selection, names, named);
  const uploads = await uploadedFiles(db, named);
  const total = data.length + selection.posts.length + selection.sheets.length + uploads.length;
  const counts: Record<string, number> = {};
  const missing: string[] = [];
  const next = async () => {
    // Others of this process get a turn, and whoever wants it to stop.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    progress?.(archive.files.length + missing.length, total);
  };

  for (const [name, lines] of data) {
    counts[name] = 0;
    const pieces = inPieces(lines, () => (counts[name] = (counts[name] ?? 0) + 1));
    await archive.add(`data/${name}.jsonl`, Readable.from(pieces, { objectMode: false }), { deflate: true });
    await next();
  }
  for (const kind of ["post", "sheet"] as const)
    for await (const { path, text } of textFiles(db, selection, kind, names)) {
      await archive.add(path, Buffer.from(text), { deflate: true });
      counts[`${kind}s`] = (counts[`${kind}s`] ?? 0) + 1;
      await next();
    }
  for (const { path, stored, deflate } of uploads) {
    const size = await storage().size(stored);
    if (size === null) missing.push(path);
    else await archive.add(path, size === 0 ? Buffer.alloc(0) : await storage().read(stored, 0, size - 1), { deflate });
    await next();
  }

  const manifest: Manifest = {
    format: EXPORT_FORMAT,
    formatVersion: FORMAT_VERSION,
    program: programVersion,
    site: addressOf(await readOptions(db)),
    createTime: now.toISOString(),
    public: choices.isPublic,
    personalData: choices.personalData,
    counts: { ...counts, posts: selection.posts.length, sheets: selection.sheets.length },
    leftOut: Object.entries(leftOut).map(([what, why]) => ({ what, why })),
    files: archive.files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
  await archive.add("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), {
    deflate: true,
    last: true,
  });
  return { counts: manifest.counts, missing, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Writes one moment of the site into a .zip that other systems read, with the files of that moment. The file is there when
 * it is whole; what is at `path` already is refused.
 */
export async function writeExport(path: string, choices: ExportChoices, watch: Watch = {}): Promise<Exported> {
  const archive = await ArchiveWriter.begin(path);
  let done = false;
  let release: (() => Promise<void>) | undefined;
  try {
    release = await storage().hold(randomBytes(8).toString("hex"));
    const exported = await engine().snapshot((db) => writeEntries(db, archive, choices, new Date(), watch));
    await archive.finish();
    done = true;
    return exported;
  } finally {
    await release?.();
    if (!done) await archive.abandon();
  }
}
