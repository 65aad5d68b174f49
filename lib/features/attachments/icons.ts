import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";
import { makeIconFile } from "../../services/files/examiner";
import { isRaster } from "../../services/files/media-types";
import { unreachable } from "../../services/files/s3-connection";
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

/** Milliseconds for the copy of a picture to draw from. */
const COPY_MS = 15_000;

/**
 * Has a picture copied that others wait for who have something drawn: a store that answers a byte a second would keep them
 * waiting without an end.
 */
export async function copiedInTime(copy: (signal: AbortSignal) => Promise<string>, copyMs = COPY_MS): Promise<string> {
  const signal = AbortSignal.timeout(copyMs);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(unreachable(signal.reason))),
  );
  return Promise.race([copy(signal), late]);
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
    const original = await copiedInTime((signal) => originalOf(row, folder, signal));
    const made: Buffer[] = [];
    for (const size of sizes) made.push(await readFile(await makeIconFile(original, folder, size)));
    return made;
  });
}
