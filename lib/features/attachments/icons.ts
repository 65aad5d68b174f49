import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";
import { makeIconFile } from "../../services/files/examiner";
import { isRaster } from "../../services/files/media-types";
import { incomingRoot } from "../../services/files/storage";
import { placeOf } from "../../text/uploads";
import { originalOf } from "./remaking";

/** The uploaded picture at an address, of which icons can be made; undefined for drawings and what is elsewhere. */
export async function pictureForIcon(db: Database, address: string) {
  const place = placeOf(address);
  if (!place) return undefined;
  const { folder, version, mediaType, width, variants } = attachments;
  const [row] = await db
    .select({ folder, version, mediaType, width, variants })
    .from(attachments)
    .where(eq(folder, place.folder));
  return row && row.width !== null && isRaster(row.mediaType) ? row : undefined;
}

/** Does something in a folder of its own, which is removed afterwards. */
export async function inPictureFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), name));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Square PNGs of these sizes of an uploaded picture; null where there is none. */
export async function iconsOf(db: Database, address: string, sizes: readonly number[]): Promise<Buffer[] | null> {
  const row = await pictureForIcon(db, address);
  if (!row) return null;
  return inPictureFolder("icon-", async (folder) => {
    const original = await originalOf(row, folder);
    const made: Buffer[] = [];
    for (const size of sizes) made.push(await readFile(await makeIconFile(original, folder, size)));
    return made;
  });
}
