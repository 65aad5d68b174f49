/** Whether files are being dragged, not a text or a part of the page. */
export const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") === true;

/** The files of a drop or paste; folders have no bytes and are left out. */
export function filesIn(data: DataTransfer | null): File[] {
  if (!data) return [];
  const items = [...data.items].filter(({ kind }) => kind === "file");
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
}

/** A file with its path in what was dropped. */
export type Placed = { path: string; file: File };

/** The files of an entry; of a folder, all that are in it. */
async function below(entry: FileSystemEntry): Promise<Placed[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // Browsers give some at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(below))).flat();
}

/** All files of a drop, those in folders with their paths. To be called within the event. */
export function placedIn(data: DataTransfer): Promise<Placed[]> {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const asked = items.map((item) => {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry?.isDirectory ? below(entry) : Promise.resolve(file ? [{ path: file.name, file }] : []);
  });
  return Promise.all(asked).then((lists) => lists.flat());
}
