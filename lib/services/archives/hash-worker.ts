import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const { file, bytes } = workerData as { file: string; bytes: number };
const PIECE = 1024 ** 2;

/** The SHA-256 of a file's first bytes. */
function hashOf(): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE);
  const fd = openSync(file, "r");
  try {
    for (let left = bytes; left > 0;) {
      const read = readSync(fd, piece, 0, Math.min(PIECE, left), null);
      if (read === 0) break;
      hash.update(piece.subarray(0, read));
      left -= read;
    }
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(hashOf());
