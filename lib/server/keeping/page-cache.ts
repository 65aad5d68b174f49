import { LRUCache } from "lru-cache";
import type { CacheKey, Viewed } from "../../core/cache-keys";
import { memory } from "../../core/memory";
import { ownText } from "../../core/own-text";
import { isSpelledPlainly } from "../addresses/addresses";
import { JointMaking, type Turn } from "./joint-making";
import { weightOf, weightOfEntry } from "./kept-weight";

/** The packing of an answer's bytes; part of the key of a kept answer. */
export type Encoding = "br" | "gzip" | "identity";

/** A whole answer, ready to be written. */
export type Answer = {
  status: number;
  /** Flat list of names and values, as `writeHead` takes it without work. */
  headers: string[];
  /** Those of a 304, in the same form. */
  unchanged: string[];
  /** In quotes; null where the answer is no 200. */
  etag: string | null;
  body: Buffer;
  /** What each delivery counts as a view of; null where it is no page. */
  viewOf: Viewed | null;
};

/** The result of making an answer: its packings and the cache keys of its reads. */
export type Making = {
  answer: (encoding: Encoding) => Promise<Answer>;
  cacheKeys: ReadonlySet<CacheKey>;
  cacheable: boolean;
};

type Entry = {
  answers: Map<Encoding, Answer>;
  pack: (encoding: Encoding) => Promise<Answer>;
  cacheKeys: ReadonlySet<CacheKey>;
  size: number;
  /** When it was made. */
  made: number;
  expires: number;
};

/**
 * The share of the bytes for addresses that anybody can invent: those with a query, in another spelling, or without
 * content.
 */
const INVENTED = 1 / 8;
/**
 * The share for long answers, and the bytes from which on one counts as such: a text with hundreds of comments has pages
 * in four colour schemes, three feeds and a list in the API, of two megabytes each, and those of a few texts would take
 * the places of all other pages.
 */
const [LONG, LONG_BYTES] = [1 / 8, 256 * 1024];

const isInvented = (key: string, { status }: Answer) => status === 404 || key.includes("?") || !isSpelledPlainly(key);

/**
 * Keeps finished answers in memory under the cache keys of their reads. An entry leaves when one of its cache keys is
 * touched, at the next scheduled publication, or as the longest unused one when the bytes run out. Invented addresses
 * have their own bytes, and so have long answers: they displace each other only. Each answer is made once, however many
 * ask at the same time.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #invented: LRUCache<string, Entry>;
  readonly #long: LRUCache<string, Entry>;
  readonly #pagesOf = new Map<CacheKey, Set<string>>();
  /** By address, and by line as well where each counts what is made for it. */
  readonly #making = new Map<string, JointMaking<Making>>();
  /** Counts invalidations; an answer whose cache keys were touched during its making is given but not kept. */
  #generation = 0;
  /** When each cache key was last touched, while any answer is being made. */
  readonly #touched = new Map<CacheKey, number>();
  #running = 0;
  /** The generation in which every answer was dropped for the last time. */
  #allDropped = 0;
  hits = 0;
  misses = 0;

  /** `expiry` returns until when an answer made now is valid, in epoch milliseconds. */
  constructor(
    maxBytes: number,
    private readonly expiry: () => Promise<number>,
  ) {
    const store = (bytes: number, most = 1 / 4) =>
      new LRUCache<string, Entry>({
        maxSize: bytes,
        maxEntrySize: Math.ceil(bytes * most),
        sizeCalculation: (entry) => entry.size,
        dispose: (entry, key) => this.#forgetCacheKeys(key, entry.cacheKeys),
      });
    this.#invented = store(Math.ceil(maxBytes * INVENTED));
    this.#long = store(Math.ceil(maxBytes * LONG), 1);
    this.#entries = store(Math.ceil(maxBytes * (1 - INVENTED - LONG)));
  }

  /** The store that keeps this address, if any. */
  #storeOf(key: string): LRUCache<string, Entry> | undefined {
    return [this.#entries, this.#invented, this.#long].find((store) => store.has(key));
  }

  /** The kept answer, which counts as used. */
  #entryOf(key: string): Entry | undefined {
    return this.#entries.get(key) ?? this.#invented.get(key) ?? this.#long.get(key);
  }

  /** The kept answer in this packing, synchronously; undefined where it must still be made or packed. */
  peek(key: string, encoding: Encoding): Answer | undefined {
    if (!memory.isCurrent) return undefined;
    const entry = this.#entryOf(key);
    if (!entry) return undefined;
    // Most never expire, and the framework's clock is slow.
    if (entry.expires !== Number.POSITIVE_INFINITY && entry.expires <= Date.now()) {
      this.#delete(key);
      return undefined;
    }
    const answer = entry.answers.get(encoding);
    if (answer) this.hits += 1;
    return answer;
  }

  /** Whether the answer is kept, in any packing. */
  has(key: string): boolean {
    return (this.#storeOf(key)?.peek(key)?.expires ?? 0) > Date.now();
  }

  /** The cache keys of the kept answer; undefined where it is not kept. */
  cacheKeysOf(key: string): ReadonlySet<CacheKey> | undefined {
    return this.#storeOf(key)?.peek(key)?.cacheKeys;
  }

  /** The answer, made by `make` unless it is kept or being made already; in whose turn, where it has to wait for one. */
  async get(
    key: string,
    encoding: Encoding,
    make: () => Promise<Making>,
    turnOf?: () => Promise<Turn>,
  ): Promise<Answer> {
    const turn = memory.isCurrent && this.has(key) ? undefined : await turnOf?.();
    if (!memory.isCurrent) return (await (turn ? turn.take(make) : make())).answer(encoding);
    const entry = this.#entryOf(key);
    if (entry && entry.expires > Date.now()) {
      this.hits += 1;
      return this.#packed(key, entry, encoding);
    }
    this.misses += 1;
    const name = turn?.counts === true ? `${turn.of} ${key}` : key;
    const made = await (this.#making.get(name) ?? this.#toMake(name, () => this.#make(key, encoding, make))).join(turn);
    if (made === null) return this.get(key, encoding, make, turnOf);
    const kept = this.#storeOf(key)?.peek(key);
    return kept ? this.#packed(key, kept, encoding) : made.answer(encoding);
  }

  #toMake(name: string, make: () => Promise<Making>): JointMaking<Making> {
    const joint = new JointMaking(make);
    this.#making.set(name, joint);
    void joint.made
      .catch(() => undefined)
      .finally(() => {
        if (this.#making.get(name) === joint) this.#making.delete(name);
      });
    return joint;
  }

  /** The kept answer and its age in seconds, for when nothing newer can be had. */
  async old(key: string, encoding: Encoding): Promise<{ answer: Answer; age: number } | null> {
    const entry = this.#storeOf(key)?.get(key);
    if (!entry || entry.expires <= Date.now()) return null;
    const age = Math.max(0, Math.floor((Date.now() - entry.made) / 1000));
    return { answer: await this.#packed(key, entry, encoding), age };
  }

  async #make(key: string, encoding: Encoding, make: () => Promise<Making>): Promise<Making> {
    const begun = this.#generation;
    this.#running += 1;
    try {
      const made = await make();
      const [expires, answer] = await Promise.all([this.expiry(), made.answer(encoding)]);
      const overtaken =
        this.#allDropped > begun ||
        !memory.isCurrent ||
        [...made.cacheKeys].some((each) => (this.#touched.get(each) ?? 0) > begun);
      if (made.cacheable && !overtaken) this.#keep(key, made, encoding, answer, expires);
      return made;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#touched.clear();
    }
  }

  #keep(asked: string, made: Making, encoding: Encoding, answer: Answer, expires: number): void {
    this.#delete(asked);
    const key = ownText(asked);
    const size = weightOfEntry(key, answer, made.cacheKeys, (cacheKey) => this.#pagesOf.has(cacheKey));
    const store = isInvented(key, answer) ? this.#invented : size > LONG_BYTES ? this.#long : this.#entries;
    this.#put(store, key, {
      answers: new Map([[encoding, answer]]),
      pack: made.answer,
      cacheKeys: made.cacheKeys,
      size,
      made: Date.now(),
      expires,
    });
  }

  #put(store: LRUCache<string, Entry>, key: string, entry: Entry): void {
    store.set(key, entry);
    // Too long for its store.
    if (!store.has(key)) return;
    for (const cacheKey of entry.cacheKeys) {
      const pages = this.#pagesOf.get(cacheKey);
      if (pages) pages.add(key);
      else this.#pagesOf.set(cacheKey, new Set([key]));
    }
  }

  async #packed(key: string, entry: Entry, encoding: Encoding): Promise<Answer> {
    const there = entry.answers.get(encoding);
    if (there) return there;
    const answer = await entry.pack(encoding);
    const store = this.#storeOf(key);
    if (store?.peek(key) === entry && !entry.answers.has(encoding)) {
      entry.answers.set(encoding, answer);
      const size = entry.size + weightOf(answer);
      // A new object, since the store computes an entry's size when it is set.
      if (store !== this.#entries || size <= LONG_BYTES) store.set(key, { ...entry, size }, { noDisposeOnSet: true });
      else if (store.delete(key)) this.#put(this.#long, key, { ...entry, size });
    }
    return answer;
  }

  /** Drops every answer with one of these cache keys, and prevents keeping those being made right now. */
  drop(cacheKeys: readonly CacheKey[]): void {
    if (cacheKeys.length === 0) return;
    this.#generation += 1;
    for (const cacheKey of cacheKeys) {
      if (this.#running > 0) this.#touched.set(cacheKey, this.#generation);
      for (const key of this.#pagesOf.get(cacheKey) ?? []) this.#delete(key);
    }
    this.#leaveMaking();
  }

  /** Drops every answer, and prevents keeping those being made right now. */
  dropAll(): void {
    this.drop([...this.#pagesOf.keys()]);
    this.#generation += 1;
    this.#allDropped = this.#generation;
    this.#leaveMaking();
  }

  /** Answers being made have no cache keys yet, so later requests get new ones. */
  #leaveMaking(): void {
    for (const [name, { isBegun }] of this.#making) if (isBegun) this.#making.delete(name);
  }

  #delete(key: string): void {
    this.#entries.delete(key);
    this.#invented.delete(key);
    this.#long.delete(key);
  }

  #forgetCacheKeys(key: string, cacheKeys: ReadonlySet<CacheKey>): void {
    for (const cacheKey of cacheKeys) {
      const pages = this.#pagesOf.get(cacheKey);
      pages?.delete(key);
      if (pages?.size === 0) this.#pagesOf.delete(cacheKey);
    }
  }

  get bytes(): number {
    return this.#entries.calculatedSize + this.#invented.calculatedSize + this.#long.calculatedSize;
  }

  get count(): number {
    return this.#entries.size + this.#invented.size + this.#long.size;
  }
}
