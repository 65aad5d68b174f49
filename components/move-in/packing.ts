import type { Placed } from "../media/dropped-files";

// Several files, or a folder, travel as one .zip. Nothing is compressed: the files stay where they are, and the browser
// sends them one after the other.

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The version of the format; names are UTF-8; 1 January 1980, since the format knows no other "none". */
const [VERSION, UTF8, DAY] = [20, 0x0800, 0x21];
/** What the fields of a plain .zip can say. */
const [MOST_FILES, MOST_BYTES] = [0xffff, 0xffffffff];

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The checksum of a file's bytes, read piece by piece. */
async function checksumOf(file: Blob): Promise<number> {
  let sum = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (sum ^ 0xffffffff) >>> 0;
    for (const byte of value) sum = ((table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)) >>> 0;
  }
}

/** Bytes of numbers, each with its width. */
function bytesOf(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** What programs keep for themselves beside the files of a site. */
const isAside = (path: string) => path.split("/").some((part) => part.startsWith(".") || part === "node_modules");

/** The files of a folder that belong to it. */
export const withoutAside = (files: readonly Placed[]): Placed[] => files.filter(({ path }) => !isAside(path));

/** One archive of these files; null where they are too many or too large for one. */
export async function pack(files: readonly Placed[], name: string): Promise<File | null> {
  if (files.length > MOST_FILES) return null;
  const parts: BlobPart[] = [];
  const list: BlobPart[] = [];
  let [at, listBytes] = [0, 0];
  for (const { path, file } of files) {
    const title = new TextEncoder().encode(path);
    const about = [
      [UTF8, 2],
      [0, 2],
      [0, 2],
      [DAY, 2],
      [await checksumOf(file), 4],
      [file.size, 4],
      [file.size, 4],
      [title.length, 2],
      [0, 2],
    ] as const;
    const head = bytesOf([LOCAL, 4], [VERSION, 2], ...about);
    const entry = bytesOf([CENTRAL, 4], [VERSION, 2], [VERSION, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    parts.push(head, title, file);
    list.push(entry, title);
    at += head.length + title.length + file.size;
    listBytes += entry.length + title.length;
    if (at + listBytes > MOST_BYTES) return null;
  }
  const end = bytesOf([END, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [listBytes, 4], [at, 4], [0, 2]);
  return new File([...parts, ...list, end], name, { type: "application/zip" });
}
