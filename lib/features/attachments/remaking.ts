import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { AppError } from "../../core/errors";
import { engine, mutation } from "../../core/operation";
import { reexamineFile } from "../../services/files/examiner";
import { newVersion, variantFacts } from "../../services/files/names";
import { renewTextsWith } from "../references/recording";
import * as shape from "./schema";
import { incomingRoot, storage } from "../../services/files/storage";

type Row = typeof attachments.$inferSelect;
type Made = Row["variants"][number] & { file: string };

/**
 * The result for one picture: `completed` had missing files, `renewed` different ones, `gone` was replaced or deleted
 * meanwhile.
 */
export type Remade = { name: string } & (
  | { outcome: "unchanged" | "completed" | "renewed" | "gone" }
  | { outcome: "failed"; reason: string }
);

/** Whether a fault concerns one file only, so that the rest can continue; a full disk concerns all. */
export function isOfOneFile(error: unknown): error is Error {
  if (error instanceof AppError) return error.code === "invalid" || error.code === "unsupported_media";
  return (
    error instanceof Error &&
    "code" in error &&
    ["ENOENT", "EACCES", "EPERM", "EIO", "EISDIR"].includes(String(error.code))
  );
}

export const homeOf = ({ folder, version }: Pick<Row, "folder" | "version">): string => `${folder}/${version}`;

export const isPresent = async ({ id, version }: Row): Promise<boolean> =>
  (
    await engine()
      .reader.select({ id: attachments.id })
      .from(attachments)
      .where(and(eq(attachments.id, id), eq(attachments.version, version)))
  ).length > 0;

/** Stores what a file is now, and where, in the place of the version that was seen; refused where another took its place. */
export async function replaceVersion(
  db: Database,
  attachmentId: number,
  seen: string,
  columns: Partial<Row>,
): Promise<{ name: string }> {
  const [row] = await db
    .update(attachments)
    .set(columns)
    .where(and(eq(attachments.id, attachmentId), eq(attachments.version, seen)))
    .returning({ name: attachments.name, folder: attachments.folder });
  if (!row)
    throw new AppError("conflict", "This file was replaced or deleted in the meantime. Reload the page to see it.", {
      reason: "file_changed",
    });
  await renewTextsWith(db, row.folder);
  return { name: row.name };
}

/** Stores the remade versions, unless the picture was replaced meanwhile. */
export const renewPicture = mutation("renewPicture", {
  can: "manage every file",
  input: shape.renewal,
  output: shape.renewed,
  touches: () => ["attachments"],
  about: ({ attachmentId }, { name }) => ({
    subject: `attachment:${attachmentId}`,
    summary: `${name}, its smaller versions made again`,
  }),
  run: ({ db }, { attachmentId, seen, ...columns }) => replaceVersion(db, attachmentId, seen, columns),
});

async function copyOf(name: string, size: number, folder: string, signal?: AbortSignal): Promise<string> {
  const file = join(folder, "original");
  const content = await storage().read(name, 0, size - 1);
  if (signal?.aborted) content.destroy();
  signal?.throwIfAborted();
  await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal });
  return file;
}

/** A copy of the original, for the child to read and a new version to keep. `signal` gives it up. */
export async function originalOf(
  row: Pick<Row, "folder" | "version">,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const name = `${homeOf(row)}/original`;
  const size = await storage().size(name);
  if (size === null || size === 0) throw new AppError("invalid", "Its original is missing.");
  return copyOf(name, size, folder, signal);
}

/** A copy of the smallest version with so many pixels, for the child to read; of the original where there is none. */
export async function versionOf(
  row: Pick<Row, "folder" | "version" | "variants">,
  least: { width: number; height: number },
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const found = row.variants.find(({ width, height }) => width >= least.width && height >= least.height);
  const name = `${homeOf(row)}/${found?.width}.webp`;
  const size = found ? await storage().size(name) : null;
  return size === null || size === 0 ? originalOf(row, folder, signal) : copyOf(name, size, folder, signal);
}

/**
 * Whether the current addresses may stay: their files equal the new ones. A missing file counts as equal where its size
 * does.
 */
async function isSame(row: Row, made: readonly Made[]): Promise<boolean> {
  for (const { width, height, size } of row.variants) {
    const again = made.find((each) => each.width === width && each.height === height && each.size === size);
    if (!again) return false;
    const name = `${homeOf(row)}/${width}.webp`;
    const there = await storage().size(name);
    if (there === null) continue;
    if (there !== size || !(await buffer(await storage().read(name, 0, size - 1))).equals(await readFile(again.file)))
      return false;
  }
  return true;
}

/** Adds missing files; returns their number. */
async function putMissing(home: string, fileName: string, made: readonly Made[]): Promise<number> {
  let missing = 0;
  for (const { width, file } of made) {
    const name = `${home}/${width}.webp`;
    if ((await storage().size(name)) !== null) continue;
    await storage().put(name, file, variantFacts(fileName));
    missing += 1;
  }
  return missing;
}

/** Makes one picture's smaller versions; different bytes get a new address, since browsers keep the old ones. */
async function remake(actor: Actor, row: Row, folder: string): Promise<"unchanged" | "completed" | "renewed"> {
  const original = await originalOf(row, folder);
  const { picture, mediaType } = await reexamineFile(original, row.fileName, folder);
  if (!picture || mediaType !== row.mediaType)
    throw new AppError("invalid", `Its original is no longer ${row.mediaType}.`);
  const made = await Promise.all(
    picture.variants.map(async (each) => ({ ...each, size: (await stat(each.file)).size })),
  );
  const version = (await isSame(row, made)) ? row.version : newVersion();
  const home = homeOf({ folder: row.folder, version });
  const { width, height, placeholder } = picture;
  const columns = {
    version,
    width,
    height,
    placeholder,
    variants: made.map((each) => ({ width: each.width, height: each.height, size: each.size })),
  };
  let kept = version === row.version;
  try {
    const missing = await putMissing(home, row.fileName, made);
    if (
      isDeepStrictEqual(columns, {
        version: row.version,
        width: row.width,
        height: row.height,
        placeholder: row.placeholder,
        variants: row.variants,
      })
    ) {
      if (!(await isPresent(row)))
        throw new AppError(
          "conflict",
          "This file was replaced or deleted in the meantime. Reload the page to see it.",
          { reason: "file_changed" },
        );
      return missing > 0 ? "completed" : "unchanged";
    }
    if (!kept) await storage().put(`${home}/original`, original, { mediaType, fileName: row.fileName });
    await renewPicture(actor, { attachmentId: row.id, seen: row.version, ...columns });
    kept = true;
  } finally {
    if (!kept) await storage().remove([home]);
  }
  if (version !== row.version) await storage().remove([homeOf(row)]);
  return "renewed";
}

/** Does some work in a folder of its own beside incoming files, which is gone afterwards. */
export async function inOwnFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Remakes the smaller versions, the size and the placeholder of one picture from its original; throws faults that would
 * affect every picture.
 */
export async function remakePicture(actor: Actor, attachmentId: number): Promise<Remade> {
  const [row] = await engine().reader.select().from(attachments).where(eq(attachments.id, attachmentId));
  if (!row) return { name: "", outcome: "gone" };
  const { name } = row;
  try {
    return { name, outcome: await inOwnFolder((folder) => remake(actor, row, folder)) };
  } catch (error) {
    if (!(await isPresent(row))) {
      // Files that were added after this version was removed.
      await storage().remove([homeOf(row)]);
      return { name, outcome: "gone" };
    }
    if (!isOfOneFile(error)) throw error;
    return { name, outcome: "failed", reason: error.message };
  }
}
