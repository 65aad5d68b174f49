import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";

/** The launcher bundles it from `hash-worker.ts`. */
const program = resolve("dist/hash-worker.js");

const PREFIX = "sha256:";
/** Characters of a fingerprint: it is an archive's comment, over every byte before it. */
export const FINGERPRINT_LENGTH = PREFIX.length + 64;

/** The fingerprint of a file's first bytes, computed in a thread beside other work on the same file. */
export function fingerprintOf(file: string, bytes: number): Promise<string> {
  return new Promise((done, failed) => {
    const worker = new Worker(/* turbopackIgnore: true */ /* webpackIgnore: true */ program, {
      workerData: { file, bytes },
    });
    worker.once("message", (hash: string) => done(`${PREFIX}${hash}`));
    worker.once("error", failed);
    worker.once("exit", () => failed(new Error("The thread that computes a fingerprint ended.")));
  });
}

/** The fingerprint that a file ends with, and the number of bytes before it; null where it has none. */
export async function fingerprintAt(file: string): Promise<{ fingerprint: string; bytes: number } | null> {
  const handle = await open(file, "r");
  try {
    const bytes = (await handle.stat()).size - FINGERPRINT_LENGTH;
    if (bytes < 0) return null;
    const { buffer } = await handle.read(Buffer.alloc(FINGERPRINT_LENGTH), 0, FINGERPRINT_LENGTH, bytes);
    const fingerprint = buffer.toString("latin1");
    return /^sha256:[0-9a-f]{64}$/.test(fingerprint) ? { fingerprint, bytes } : null;
  } finally {
    await handle.close();
  }
}
