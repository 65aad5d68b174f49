import type { Database } from "../../db";
import { subscribe } from "./events";
import { memory } from "./memory";
import { engine } from "./operation";
import { shared } from "./shared";
import type { CacheKey } from "./cache-keys";

/** A value and the time until which it is valid. */
type Entry = { made: Promise<[value: unknown, end: number]>; cacheKeys: readonly CacheKey[] };

/** One store for each open database. */
const stores = shared("remembered", () => {
  const all = new WeakMap<Database, Map<string, Entry>>();
  subscribe(({ cacheKeys }) => forget(all, cacheKeys));
  return all;
});

/** Touched by each commit that this process makes or notices. */
export const anyCommit: CacheKey = "any-commit";

function forget(all: typeof stores, cacheKeys: readonly CacheKey[]): void {
  const store = all.get(engine().reader);
  if (!store) return;
  const isTouched = (key: CacheKey) => key === anyCommit || cacheKeys.includes(key);
  for (const [name, entry] of store) if (entry.cacheKeys.some(isTouched)) store.delete(name);
}

/**
 * Forgets values that depend on these cache keys; null: all. For commits of other processes; those of this one are
 * noticed.
 */
export const forgetRemembered = (cacheKeys: readonly CacheKey[] | null): void =>
  cacheKeys === null ? void stores.delete(engine().reader) : forget(stores, cacheKeys);

const forGood = async (): Promise<number> => Number.POSITIVE_INFINITY;

type Lasting = { cacheKeys: readonly CacheKey[]; until?: () => Promise<number> };

/**
 * Keeps the result of `make` until a commit touches one of its cache keys, or until the time that `until` returns
 * (epoch milliseconds), where it is given.
 */
export async function remembered<T>(
  db: Database,
  name: string,
  { cacheKeys, until = forGood }: Lasting,
  make: () => Promise<T>,
): Promise<T> {
  const { reader } = engine();
  // A transaction may read what others do not see yet.
  if (db !== reader || !memory.isCurrent) return make();
  let store = stores.get(reader);
  if (!store) stores.set(reader, (store = new Map<string, Entry>()));
  const before = store.get(name);
  if (before) {
    const [value, end] = await before.made;
    if (Date.now() < end) return value as T;
  }
  // Stored before it is made, so that a commit meanwhile removes it.
  const made = Promise.resolve().then(() => Promise.all([make(), until()]));
  const entry: Entry = { made, cacheKeys };
  store.set(name, entry);
  try {
    const [value] = await made;
    return value;
  } catch (error) {
    if (store.get(name) === entry) store.delete(name);
    throw error;
  }
}

/** The most values that are kept of one kind. */
const MOST_OF_KIND = 1_000;

/** The same for one of many, such as a tag. The longest kept goes first. */
export async function rememberedOf<T>(
  db: Database,
  kind: string,
  lasting: Lasting,
  id: number,
  make: () => Promise<T>,
): Promise<T> {
  // Commits drop the whole of it, so that what is made meanwhile goes into what is gone.
  const known = await remembered(db, kind, lasting, async () => new Map<number, T>());
  const value = known.get(id) ?? (await make());
  known.set(id, value);
  for (const [first] of known) {
    if (known.size <= MOST_OF_KIND) break;
    known.delete(first);
  }
  return value;
}
