import { createHash, randomBytes } from "node:crypto";

/** Shared entries, for names that find no room of their own. */
const SHARED = 1024;
/** The number of longest unused entries that are checked for one that may go. */
const LOOKED_AT = 32;

type Bounds<E> = {
  /** The most entries; there are up to 1,024 shared ones beside. */
  most: number;
  make: () => E;
  /** Whether an entry must stay, because it refuses somebody or is in use. */
  isNeeded: (entry: E) => boolean;
};

/**
 * Entries by name in bounded memory. The longest unused goes first, and never one that is needed: where all are, a new
 * name shares an entry with others, which counts too much rather than too little.
 */
export class BoundedEntries<E extends object> {
  readonly #bounds: Bounds<E>;
  readonly #own = new Map<string, E>();
  readonly #shared = new Map<number, E>();
  /** A random number, so that nobody outside can tell which names share an entry. */
  readonly #salt = randomBytes(16);

  constructor(bounds: Bounds<E>) {
    this.#bounds = bounds;
  }

  /** The number of entries. */
  get size(): number {
    return this.#own.size + this.#shared.size;
  }

  /** The entry of this name, if there is one. */
  find(name: string): E | undefined {
    return this.#own.get(name) ?? this.#sharedInUse(name);
  }

  /** The same, created where it is missing, and marked as the last one used. */
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

  /** Whether the name has its own entry. */
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
