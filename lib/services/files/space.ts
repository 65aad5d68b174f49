import { statfsSync } from "node:fs";
import { env } from "../../core/env";
import { reserve } from "../../core/room";

/** Free bytes of a disk below which a backup may not fit. */
const SOME_BYTES = 1024 ** 3;

export type Space = { freeBytes: number; totalBytes: number; state: "ENOUGH" | "LOW" | "ALMOST_FULL" };

/** The space on the disk that holds the data folder. */
export function readSpace(): Space {
  const { bavail, blocks, bsize } = statfsSync(env.dataDir);
  const freeBytes = bavail * bsize;
  return {
    freeBytes,
    totalBytes: blocks * bsize,
    state: freeBytes < reserve.bytes ? "ALMOST_FULL" : freeBytes < SOME_BYTES ? "LOW" : "ENOUGH",
  };
}
