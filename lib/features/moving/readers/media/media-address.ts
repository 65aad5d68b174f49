import { normalized } from "../../../../text/normalized";

/** Folders in which old systems keep uploaded files; what stands below one is where a file is looked for. */
const uploadFolders = [
  ["wp-content", "uploads"],
  ["content", "images"],
  ["content", "media"],
  ["content", "files"],
  ["uploads"],
  ["upload"],
  ["files"],
];

/** The last names of these folders. */
export const uploadNames: ReadonlySet<string> = new Set(uploadFolders.map((names) => names.at(-1) ?? ""));

/** A path as it is compared: normal forms of Unicode and letter case do not matter. */
export const folded = (path: string): string => normalized(path, "NFC").toLowerCase();

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Sequences that are no UTF-8 stay as they are written.
    return part.replace(/%[0-7][0-9a-f]/gi, (sequence) => decodeURIComponent(sequence));
  }
}

/** The parts of an address's path, as written; null where it has none or leads out of its site. */
function partsOf(address: string): string[] | null {
  const path = address
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "")
    .split(/[?#]/, 1)[0];
  if (path === undefined || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length > 0 && parts.every((part) => !/[\0\\]/.test(decoded(part))) ? parts : null;
}

/** Ghost's `size/w600` and `format/webp` in a path. */
function withoutSizeFolders(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const [part, next] = [parts[i] ?? "", parts[i + 1] ?? ""];
    if (
      (part === "size" && /^(?:w\d+)?(?:h\d+)?$/.test(next) && next !== "") ||
      (part === "format" && i > 0 && kept.length < i)
    )
      i += 1;
    else kept.push(part);
  }
  return kept;
}

const sizeMark = /-(?:\d{1,5}x\d{1,5}|scaled|rotated|thumbnail)(?=\.[a-z0-9]+$)/i;

/** The same file under the names that it may have, best first: its own, then without a mark of size. */
function* namesOf(parts: readonly string[]): Generator<string[]> {
  yield [...parts];
  const whole = withoutSizeFolders(parts);
  if (whole.length < parts.length) yield whole;
  const [folder, name] = [whole.slice(0, -1), whole.at(-1) ?? ""];
  const plain = name.replace(sizeMark, "");
  if (plain === name) return;
  yield [...folder, plain];
  // Of a very large picture WordPress may show only a smaller one.
  yield [...folder, plain.replace(/(?=\.[a-z0-9]+$)/i, "-scaled")];
}

/** The decoded paths of the files of which a path names a smaller version, such as `/a-300x200.png`; mostly none. */
export function originalsOf(path: string): string[] {
  const parts = path.split("/").slice(1);
  return [...namesOf(parts)].slice(1).map((names) => `/${names.join("/")}`);
}

/** Where a file may be: its whole path, and the part of it below its folder of uploads. */
export type Wanted = { path: string[]; below: string[]; folder: string | null };

function wantedOf(path: string[]): Wanted {
  const lower = path.map((part) => part.toLowerCase());
  for (const names of uploadFolders)
    for (let i = 0; i + names.length < path.length; i += 1)
      if (names.every((name, n) => lower[i + n] === name))
        return { path, below: path.slice(i + names.length), folder: names.at(-1) ?? null };
  return { path, below: path, folder: null };
}

/** A site of a WordPress network keeps its files in `sites/3`. */
function* inNetwork(wanted: Wanted): Generator<Wanted> {
  yield wanted;
  const { below } = wanted;
  if (below[0] === "sites" && /^\d+$/.test(below[1] ?? "") && below.length > 2)
    yield { ...wanted, below: below.slice(2) };
}

/** The paths that an address may mean, best first. */
export function* wantedBy(address: string): Generator<Wanted> {
  const parts = partsOf(address);
  if (!parts) return;
  const readings = [parts.map(decoded), parts].filter(
    (reading, i) => i === 0 || reading.some((part, n) => part !== decoded(parts[n] ?? "")),
  );
  const names = readings.map((reading) => [...namesOf(reading)]);
  for (let i = 0; i < 4; i += 1)
    for (const reading of names) {
      const path = reading[i];
      if (path) yield* inNetwork(wantedOf(path));
    }
}
