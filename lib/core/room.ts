import { statfsSync } from "node:fs";
import { env } from "./env";
import { AppError } from "./errors";
import { shared } from "./shared";

/** Milliseconds for which a measurement is good: in them a fast network brings some 10 MB. */
const KEPT_MS = 100;

/**
 * Bytes of the data folder's disk that new content leaves free, for signing in, deleting and settings: whoever fills
 * the disk must not shut out those who can empty it. Of a small disk it is the given share.
 */
export const reserve = { bytes: 100 * 1024 ** 2, share: 0.05 };

const disk = shared("room", () => ({ free: 0, all: 0, until: 0 }));

/** Free bytes beyond the reserve. */
function spareBytes(): number {
  const now = Date.now();
  if (disk.until <= now || disk.until > now + KEPT_MS) {
    const { bavail, blocks, bsize } = statfsSync(env.dataDir);
    Object.assign(disk, { free: bavail * bsize, all: blocks * bsize, until: now + KEPT_MS });
  }
  return disk.free - Math.min(reserve.bytes, disk.all * reserve.share);
}

/** Refuses content that needs so many bytes of the disk beside the reserve. */
export function requireRoom(bytes = 0): void {
  if (spareBytes() < bytes)
    throw new AppError(
      "storage_full",
      "The disk is almost full, so nothing new is saved. Reading, signing in and deleting go on; free some space and try again.",
    );
}

/** The same for rows of the database, which a PostgreSQL server keeps elsewhere. */
export const requireRoomForRows = (): void => void (env.databaseUrl === undefined && requireRoom());
