import type { Placed } from "../media/dropped-files";

// Several files, or a folder, travel as one .zip. Nothing is compressed: the files stay where they are, and the browser
// sends them one after the other.

/** What a plain .zip can list: counts of two bytes, and sizes of four. */
const [MOST_FILES, MOST_BYTES] = [0xffff, 0xffffffff];
/** The earliest that the format can say, for "none". */
const DAY = new Date(1980, 0, 1);

/** What programs keep for themselves beside the files of a site. */
const isAside = (path: string) => path.split("/").some((part) => part.startsWith(".") || part === "node_modules");

/** The files of a folder that belong to it. */
export const withoutAside = (files: readonly Placed[]): Placed[] => files.filter(({ path }) => !isAside(path));

/** One archive of these files; null where they are too many or too large for one. */
export async function pack(files: readonly Placed[], name: string): Promise<File | null> {
  if (files.length > MOST_FILES) return null;
  const { Zip, ZipPassThrough } = await import("fflate");
  const parts: Blob[] = [];
  let bytes = 0;
  const add = (part: Blob) => {
    parts.push(part);
    bytes += part.size;
  };
  /** The piece of a file that was read last. */
  let piece: { read: Uint8Array; of: Blob } | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    // The bytes of a file come out as they went in: the archive refers to the file, so that no folder is copied into memory.
    add(chunk === piece?.read ? piece.of : new Blob([chunk]));
  });
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path);
    entry.mtime = DAY;
    zip.add(entry);
    const reader = file.stream().getReader();
    for (let at = 0; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      piece = { read: value, of: file.slice(at, at + value.length) };
      entry.push(value);
      at += value.length;
    }
    piece = undefined;
    entry.push(new Uint8Array(), true);
    if (bytes > MOST_BYTES) return null;
  }
  zip.end();
  return bytes > MOST_BYTES ? null : new File(parts, name, { type: "application/zip" });
}
