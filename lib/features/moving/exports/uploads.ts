import { asc } from "drizzle-orm";
import type { Database } from "../../../../db";
import { attachments } from "../../../../db/schema";
import type { NamedFiles } from "./data";

/** An uploaded file: its entry in the export, and where it lies here. */
export type UploadedFile = { path: string; stored: string; size: number; deflate: boolean };

/** Types of files that become smaller. */
const isText = (mediaType: string): boolean => /^text\/|^image\/svg|^application\/(json|xml)/.test(mediaType);

/** The file of each attachment, by its path; those that visitors may read, or all. */
export async function uploadedFiles(db: Database, named: NamedFiles): Promise<UploadedFile[]> {
  const { folder, fileName, version, size, mediaType } = attachments;
  const rows = await db
    .select({ folder, fileName, version, size, mediaType })
    .from(attachments)
    .orderBy(asc(attachments.id));
  return rows
    .filter((row) => named?.has(row.folder) ?? true)
    .map((row) => ({
      path: `uploads/${row.folder}/${row.fileName}`,
      stored: `${row.folder}/${row.version}/original`,
      size: row.size,
      deflate: isText(row.mediaType),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
