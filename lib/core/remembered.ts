import type { Database } from "../../db";
import { subscribe } from "./events";
import { engine } from "./operation";
import { shared } from "./shared";
import type { Tag } from "./tags";

/** What was made, and the moment at which it ends. */
type Entry = { made: Promise<[value: unknown, end: number]>; tags: readonly Tag[] };

/** One store for each open database. */
const stores = shared("remembered", () => {
  const all = new WeakMap<Database, Map<string, Entry>>();
  subscribe(({ tags }) => forget(all, tags));
  return all;
});

function forget(all: typeof stores, tags: readonly Tag[]): void {
  const store = all.get(engine().reader);
  if (!store) return;
  for (const [name, entry] of store) if (entry.tags.some((tag) => tags.includes(tag))) store.delete(name);
}

/** Forgets what was made of these; for commits of other processes, since those of this one are noticed. */
export const forgetRemembered = (tags: readonly Tag[]): void => forget(stores, tags);

/** What `make` answers, kept until a commit touches one of its tags, or the moment that `until` names (milliseconds). */
export async function remembered<T>(
  db: Database,
  name: string,
  { tags, until }: { tags: readonly Tag[]; until: () => Promise<number> },
  make: () => Promise<T>,
): Promise<T> {
  const { reader } = engine();
  // A transaction reads what nobody else sees yet.
  if (db !== reader) return make();
  let store = stores.get(reader);
  if (!store) stores.set(reader, (store = new Map<string, Entry>()));
  const before = store.get(name);
  if (before) {
    const [value, end] = await before.made;
    if (Date.now() < end) return value as T;
  }
  // Stored before it is made: a commit in between takes it out again.
  const made = Promise.resolve().then(() => Promise.all([make(), until()]));
  const entry: Entry = { made, tags };
  store.set(name, entry);
  try {
    const [value] = await made;
    return value;
  } catch (error) {
    if (store.get(name) === entry) store.delete(name);
    throw error;
  }
}
