import { normalized } from "../../../text/normalized";

/** A text that is in an export: `file` is the name of its entry, without its folder. */
export type Chosen = { id: number; file: string };

/** Bytes of a slug beyond which its file is named by the record's number. */
const MOST_BYTES = 100;

/** Names that Windows gives to devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Two names that some file systems take for one. */
const key = (name: string): string => normalized(name, "NFC").toLowerCase();

const isFileName = (slug: string): boolean =>
  slug !== "" &&
  Buffer.byteLength(slug) <= MOST_BYTES &&
  !reserved.test(slug) &&
  !/[\p{Cc}\p{Cf}\\/:*?"<>|]/u.test(slug) &&
  !/^[.\s]|[.\s]$/.test(slug);

/** Names the file of each text after its slug, or after its number where the slug is none for a file. */
export function fileNames(texts: readonly { id: number; slug: string }[]): Chosen[] {
  const taken = new Set<string>();
  const bySlug = new Map<number, string>();
  for (const { id, slug } of texts) {
    if (!isFileName(slug) || taken.has(key(slug))) continue;
    taken.add(key(slug));
    bySlug.set(id, slug);
  }
  return texts.map(({ id }) => {
    let name = bySlug.get(id) ?? String(id);
    // Another text may have that number as its slug.
    if (!bySlug.has(id)) while (taken.has(key(name))) name += "-";
    taken.add(key(name));
    return { id, file: `${name}.md` };
  });
}
