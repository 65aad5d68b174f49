import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";
import { invalid } from "../../core/errors";
import type { IncomingFile } from "../../core/incoming-file";
import { engine } from "../../core/operation";
import { addressName, newFolder, shownName, urlOf } from "../../services/files/names";
import { storage } from "../../services/files/storage";
import { examineAll, keep, type StoredColumns } from "../../services/files/storing";
import { placeOf } from "../../text/uploads";
import { keptRows } from "../removals/kept";
import { isUsed } from "./used";

/** A file of another system that was examined, and lies in its place; its record is not stored yet. */
export type KeptFile = { folder: string; fileName: string; name: string; columns: StoredColumns; url: string };

/** Where a file of our own export was, and is again. */
export type ExportedPlace = { folder: string; fileName: string; version: string };

/** A place that an export names, if it can be one of this program's. */
export function placeFrom(columns: Readonly<Record<string, unknown>>): ExportedPlace | null {
  const { folder, fileName, version } = columns;
  if (typeof folder !== "string" || typeof fileName !== "string" || typeof version !== "string") return null;
  return placeOf(urlOf({ folder, fileName }))?.folder === folder && /^[0-9a-z]{10}$/.test(version)
    ? { folder, fileName, version }
    : null;
}

/** The attachment whose address is in this folder. */
export async function attachmentIn(db: Database, folder: string): Promise<FoundAttachment | null> {
  const [row] = await db.select(found).from(attachments).where(eq(attachments.folder, folder));
  return row ? shown(row) : null;
}

/** Examines a file as any upload, and puts it in its place. Refuses what an upload would be refused for. */
export async function keepFile(file: IncomingFile, createTime: Date, at?: ExportedPlace): Promise<KeptFile> {
  const [examination] = await examineAll([file]);
  if (!examination) throw new Error("no file was examined");
  const { suffix } = examination.examined;
  if (at && at.fileName !== addressName(at.fileName, suffix))
    throw invalid("file", "wrong_type", `its address "${at.fileName}" is none of a .${suffix}`);
  const [folder, name] = [at?.folder ?? newFolder(createTime), shownName(file.name)];
  const fileName = at?.fileName ?? addressName(name, suffix);
  try {
    const columns = await keep(folder, examination, at?.version);
    return { folder, name, fileName, columns, url: urlOf({ folder, fileName }) };
  } catch (error) {
    await removeKept([folder]);
    throw error;
  }
}

/**
 * Removes files whose records were not stored, or are gone, but for what another attachment has: an export brings one to
 * where it was, and there may be one that can still be put back.
 */
export async function removeKept(folders: readonly string[]): Promise<void> {
  const db = engine().reader;
  const { folder } = attachments;
  const present = await db
    .select({ folder })
    .from(attachments)
    .where(inArray(folder, [...folders]));
  const had = new Set([...present, ...(await keptRows(db, "attachment", attachments))].map((row) => row.folder));
  await storage().remove(folders.filter((name) => !had.has(name)));
}

type Words = { name: string; team: string; altText: string; caption: string };

/** Stores the record of a kept file; returns its number. */
export async function insertAttachment(
  db: Database,
  { folder, fileName, columns }: KeptFile,
  words: Words & { uploaderId: number | null; createTime: Date; updateTime: Date; id?: number | undefined },
  exported: Partial<typeof attachments.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(attachments)
    .values({ ...words, folder, fileName, ...columns, ...exported })
    .returning({ id: attachments.id });
  if (!row) throw new Error("the attachment was not stored");
  return row.id;
}

const found = {
  id: attachments.id,
  folder: attachments.folder,
  fileName: attachments.fileName,
  mediaType: attachments.mediaType,
  updateTime: attachments.updateTime,
  name: attachments.name,
};
export type FoundAttachment = {
  id: number;
  folder: string;
  name: string;
  url: string;
  mediaType: string;
  updateTime: Date;
};

const shown = (row: {
  id: number;
  folder: string;
  fileName: string;
  mediaType: string;
  updateTime: Date;
  name: string;
}): FoundAttachment => ({
  ...row,
  url: urlOf(row),
});

/** The attachment with these bytes. */
export async function attachmentByDigest(db: Database, digest: string): Promise<FoundAttachment | null> {
  const [row] = await db
    .select(found)
    .from(attachments)
    .where(eq(attachments.digest, digest))
    .orderBy(asc(attachments.id))
    .limit(1);
  return row ? shown(row) : null;
}

/** One attachment. */
export async function attachmentById(db: Database, id: number): Promise<FoundAttachment | null> {
  const [row] = await db.select(found).from(attachments).where(eq(attachments.id, id));
  return row ? shown(row) : null;
}

/** Deletes an attachment unless something uses it; returns its folder, whose files go after the commit. */
export async function removeUnused(db: Database, id: number): Promise<string | null> {
  const [used] = await db
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.id, id), isUsed(db)));
  if (used) return null;
  const [row] = await db.delete(attachments).where(eq(attachments.id, id)).returning({ folder: attachments.folder });
  return row?.folder ?? "";
}
