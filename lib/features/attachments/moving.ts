import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asc, count, gt, sum } from "drizzle-orm";
import { attachments } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { engine } from "../../core/operation";
import { keptRows } from "../removals/kept";
import { variantFacts } from "../../services/files/names";
import { incomingRoot, type Place, placeOfFiles } from "../../services/files/storage";
import type { FileFacts, Storage } from "../../services/files/storage-shape";

/** What became of a file: `missing` is at neither place. */
export type Moved = { name: string; outcome: "copied" | "unchanged" | "missing" };

/** Attachments that are read of the database at once, and files that are copied at once. */
const [PAGE, AT_ONCE] = [200, 4];

type Named = { name: string; facts: FileFacts };
/** `isDeleted`: its files may be gone, as after a restore. */
type Files = { bytes: number; files: Named[]; isDeleted: boolean };

type Row = Pick<typeof attachments.$inferSelect, "folder" | "version" | "variants" | "size" | "mediaType" | "fileName">;

function filesOf(row: Row, isDeleted = false): Files {
  const home = `${row.folder}/${row.version}`;
  const smaller = row.variants.map(({ width }) => ({
    name: `${home}/${width}.webp`,
    facts: variantFacts(row.fileName),
  }));
  return { bytes: row.size, files: [{ name: `${home}/original`, facts: row }, ...smaller], isDeleted };
}

/** The files of all attachments, as the database names them, those of deleted ones included that can be put back. */
async function* namedFiles(): AsyncGenerator<Files> {
  const { id, folder, version, variants, size, mediaType, fileName } = attachments;
  for (let last = 0; ;) {
    const rows = await engine()
      .reader.select({ id, folder, version, variants, size, mediaType, fileName })
      .from(attachments)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(PAGE);
    for (const row of rows) yield filesOf(row);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE) break;
  }
  for (const row of await keptRows(engine().reader, "attachment", attachments)) yield filesOf(row, true);
}

/** The number of attachments whose files are to be moved, and the bytes of their originals. */
export async function countAttachments(): Promise<{ all: number; bytes: number }> {
  const [found] = await engine()
    .reader.select({ all: count(), bytes: sum(attachments.size) })
    .from(attachments);
  return { all: found?.all ?? 0, bytes: Number(found?.bytes ?? 0) };
}

/** Reads a stored file whole, into a local one where that is wanted; its SHA-256. Null where there is none. */
async function readWhole(at: Storage, name: string, into?: string): Promise<string | null> {
  const size = await at.size(name);
  if (size === null) return null;
  const hash = createHash("sha256");
  const content = size === 0 ? Readable.from([]) : await at.read(name, 0, size - 1);
  const hashed = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  const target =
    into === undefined
      ? new Writable({ write: (_piece, _, done) => done() })
      : createWriteStream(into, { mode: 0o600 });
  await pipeline(content, hashed, target);
  return hash.digest("hex");
}

const digestAt = async (at: Storage, name: string): Promise<string | null> =>
  (await at.notedDigest(name)) ?? readWhole(at, name);

async function moveFile(from: Storage, to: Storage, { name, facts }: Named, folder: string): Promise<Moved> {
  const there = await digestAt(to, name);
  const noted = there === null ? await from.notedDigest(name) : await digestAt(from, name);
  if (there !== null && (noted === null || noted === there)) return { name, outcome: "unchanged" };
  const local = join(folder, name.replaceAll("/", "-"));
  const read = await readWhole(from, name, local);
  if (read === null) return { name, outcome: "missing" };
  if (noted !== null && read !== noted) throw damaged(name, noted, read);
  await to.put(name, local, facts);
  await rm(local, { force: true });
  // Reads the copy whole and compares it: a service may confirm what it has not stored.
  const kept = await readWhole(to, name);
  if (kept !== read) throw damaged(name, read, kept);
  return { name, outcome: "copied" };
}

const damaged = (name: string, wanted: string, found: string | null) =>
  new AppError(
    "internal",
    `The file ${name} was read with the SHA-256 ${found ?? "of nothing"}, and was stored with ${wanted}. It stays where it was; run the command again.`,
  );

type Moving = {
  remove?: boolean;
  onMoved?: (moved: Moved) => void;
  /** Called when an attachment's files are there, with the bytes of its original. */
  onAttachment: (bytes: number) => void;
};

/**
 * Copies the files of all attachments to a place, verified one by one; what is there already is left alone. With
 * `remove` they are removed from where they were, when all of them are at their new place.
 */
export async function moveFiles(to: Place, { remove = false, onMoved, onAttachment }: Moving): Promise<void> {
  const [source, target] = [placeOfFiles(to === "s3" ? "disk" : "s3"), placeOfFiles(to)];
  if (!source || !target)
    throw new AppError("unavailable", "No bucket is set. Set S3_BUCKET and the settings beside it, then try again.");
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  try {
    const all = namedFiles();
    let missing = 0;
    const work = async () => {
      try {
        for (let next = await all.next(); !next.done; next = await all.next()) {
          const { files, bytes, isDeleted } = next.value;
          for (const named of files) {
            const moved = await moveFile(source, target, named, folder);
            if (moved.outcome === "missing" && isDeleted) continue;
            if (moved.outcome === "missing") missing += 1;
            onMoved?.(moved);
          }
          if (!isDeleted) onAttachment(bytes);
        }
      } catch (error) {
        // After a failure the others begin no further file.
        await all.return(undefined);
        throw error;
      }
    };
    // Waits for all of them, also where one has failed, since their folder is removed afterwards.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
    if (!remove || missing > 0) return;
    for await (const { files } of namedFiles())
      await source.remove(
        files.slice(0, 1).map(({ name }) => dirname(name)),
        AbortSignal.any([]),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
