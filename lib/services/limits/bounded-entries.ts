import { createHash, randomBytes } from "node:crypto";

/** Entries that names share when there is room for no more. */
const SHARED = 1024;
/** How many of the longest unused entries are looked at for one that may go. */
const LOOKED_AT = 32;

type Bounds<E> = {
  /** Entries of their own; there are up to 1,024 shared ones beside. */
  most: number;
  make: () => E;
  /** What must not be forgotten, because it refuses somebody or is in use. */
  isNeeded: (entry: E) => boolean;
};

/**
 * Entries by name in a bounded memory. The longest unused goes first, and never one that is needed: where all are,
 * a new name shares its entry with others, so that what is counted is counted twice rather than forgotten.
 */
export class BoundedEntries<E extends object> {
  readonly #bounds: Bounds<E>;
  readonly #own = new Map<string, E>();
  readonly #shared = new Map<number, E>();
  /** Nobody outside can tell which names share an entry. */
  readonly #salt = randomBytes(16);

  constructor(bounds: Bounds<E>) {
    this.#bounds = bounds;
  }

  /** How many there are. */
  get size(): number {
    return this.#own.size + this.#shared.size;
  }

  /** The entry that counts for this name, if there is one; makes none. */
  find(name: string): E | undefined {
    return this.#own.get(name) ?? this.#sharedInUse(name);
  }

  /** The same, made where there is none, and now the one used last. */
  open(name: string): E {
    const there = this.#own.get(name);
    const shared = there ? undefined : this.#sharedInUse(name);
    if (shared) return shared;
    if (!there && this.#own.size >= this.#bounds.most && !this.#makeRoom()) return this.#share(name);
    const entry = there ?? this.#bounds.make();
    this.#own.delete(name);
    this.#own.set(name, entry);
    return entry;
  }

  /** Whether this is the name's own entry, not a shared one. */
  isOwn(name: string, entry: E): boolean {
    return this.#own.get(name) === entry;
  }

  delete(name: string, entry: E): void {
    if (this.isOwn(name, entry)) this.#own.delete(name);
  }

  #makeRoom(): boolean {
    let looked = 0;
    for (const [name, entry] of this.#own) {
      this.#own.delete(name);
      if (!this.#bounds.isNeeded(entry)) return true;
      // Moved to the end, so that the next search does not begin with it again.
      this.#own.set(name, entry);
      if ((looked += 1) >= LOOKED_AT) return false;
    }
    return false;
  }

  #place(name: string): number {
    return createHash("sha256").update(this.#salt).update(name).digest().readUInt32BE() % SHARED;
  }

  #sharedInUse(name: string): E | undefined {
    if (this.#shared.size === 0) return undefined;
    const entry = this.#shared.get(this.#place(name));
    return entry && this.#bounds.isNeeded(entry) ? entry : undefined;
  }

  #share(name: string): E {
    const place = this.#place(name);
    const entry = this.#shared.get(place) ?? this.#bounds.make();
    this.#shared.set(place, entry);
    return entry;
  }
}
