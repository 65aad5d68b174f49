import yauzl from "yauzl";

/** The names in a .zip, each of which could be read to its end. */
export async function listArchive(path: string): Promise<string[]> {
  const archive = await yauzl.openPromise(path);
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) {
    for await (const _chunk of await archive.openReadStreamPromise(entry));
    names.push(entry.fileName);
  }
  return names;
}
