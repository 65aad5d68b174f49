import { open, stat } from "node:fs/promises";

/** Bytes in which a file shows that it is no source. */
const HEAD = 4096;

const page = /^\s*(?:<!--[^]{0,1000}?-->\s*)?<(?:!doctype\s+html|html)[\s>]/i;

/** What a file is that nobody has recognised, where that is plain; null where it may be a source all the same. */
export async function strangerAt(path: string): Promise<string | null> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) return null;
  if (info.size === 0) return "The file is empty.";
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const head = buffer.subarray(0, bytesRead);
    const isArchive = head.subarray(0, 2).toString("latin1") === "PK";
    // Texts of two bytes a letter have zeros as well.
    const isWide = /^(?:\u00FE\u00FF|\u00FF\u00FE)/.test(head.subarray(0, 2).toString("latin1"));
    if (page.test(head.toString("utf8").replace(/^\uFEFF/, "")))
      return "This is a page of HTML, such as one that asks to sign in, and no export.";
    return !isArchive && !isWide && head.includes(0) ? "This is neither text nor a .zip archive." : null;
  } finally {
    await file.close();
  }
}
