import { open } from "node:fs/promises";

/** Bytes of the beginning and of the end of a file in which it shows what it is. */
const [HEAD, TAIL] = [64 * 1024, 4096];

/** The beginning and the end of a file. */
export async function edgesOf(path: string): Promise<{ head: string; tail: string }> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead).toString("utf8");
    };
    return { head: await read(0, HEAD), tail: await read(Math.max(0, size - TAIL), TAIL) };
  } finally {
    await file.close();
  }
}

const meta = /"meta"\s{0,99}:\s{0,99}\{[^{}]{0,500}\}/;

/** What an export's beginning and end say that it is; null where it is none of Ghost. */
export function ghostWords({ head, tail }: { head: string; tail: string }): string | null {
  if (!/^\uFEFF?\s*\{/.test(head.slice(0, 1000))) return null;
  const found = meta.exec(head)?.[0] ?? meta.exec(tail)?.[0];
  if (found === undefined || !found.includes('"exported_on"')) return null;
  const version = /"version"\s{0,99}:\s{0,99}"?([\w.-]{1,40})/.exec(found)?.[1] ?? "";
  return version === "" ? "a Ghost export" : `a Ghost export (${versionWords(version)})`;
}

/** The numbers of 0.x were those of its database. */
export const versionWords = (version: string): string => (/^0\d\d$/.test(version) ? "0.x" : version);
