import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { shared } from "../lib/core/shared";
import { Turns } from "../lib/core/turns";
import type { Database } from "./sqlite";

/** A statement for the thread, and what it answers. */
export type Asked = { id: number; text: string; params: unknown[] };
export type Answer = { id: number } & ({ rows: unknown[][] } | { failure: { message: string; code: string } });

/** The launcher bundles it from `aside-worker.ts`. */
const program = resolve("dist/aside-worker.js");

/** Milliseconds that the thread is kept without anything to read. */
const IDLE_MS = 60_000;
/** KiB of the file that its connection keeps. */
const CACHE_KIB = 4096;
/** Bytes of a database below which a thread gains nothing: all of it is looked at in some milliseconds. */
const LARGE = 16 * 1024 * 1024;

/**
 * Statements that the thread has at a time, the next one beside the one that runs, and those that wait here. Whoever
 * asks has had a turn before (`lib/server/keeping/shares.ts`); here kinds of reads take turns, so that a crowd of
 * searches does not keep a list of the dashboard waiting.
 */
const turns = { atOnce: 2, mostWaiting: 200, retryAfter: 5 };

type Waiting = { done: (rows: unknown[][]) => void; failed: (error: Error) => void };

/** Reads a file of SQLite in a thread, which starts with the first statement and ends when there has been none for a while. */
class ReadingThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #turns: Turns;
  readonly #reads = new Set<Promise<unknown>>();

  constructor(
    private readonly file: string,
    mostWaiting: number,
  ) {
    this.#turns = new Turns({ ...turns, mostWaiting });
  }

  /** Refuses with `unavailable` where too many wait: of the kind of which there are most, the last. */
  async read(text: string, params: unknown[]): Promise<unknown[][]> {
    const read = this.#turns.take(text, () => this.#ask(text, params));
    this.#reads.add(read);
    try {
      return await read;
    } finally {
      this.#reads.delete(read);
    }
  }

  #ask(text: string, params: unknown[]): Promise<unknown[][]> {
    clearTimeout(this.#idle);
    return new Promise((done, failed) => {
      const worker = (this.#worker ??= this.#started());
      const id = (this.#lastId += 1);
      this.#waiting.set(id, { done, failed });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      worker.postMessage({ id, text, params } satisfies Asked);
    });
  }

  #started(): Worker {
    const worker = new Worker(/* turbopackIgnore: true */ /* webpackIgnore: true */ program, {
      workerData: { file: this.file, cacheKib: CACHE_KIB },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    });
    worker.on("message", (answer: Answer) => this.#answered(answer));
    const ended = (error: Error) => {
      if (worker === this.#worker) this.#failed(error);
    };
    worker.on("error", ended);
    worker.on("exit", () => ended(new Error("The thread that reads the database ended unexpectedly.")));
    return worker;
  }

  #answered(answer: Answer): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#rest();
    if ("rows" in answer) return asked?.done(answer.rows);
    const { message, code } = answer.failure;
    asked?.failed(Object.assign(new Error(message), { code }));
  }

  /** An idle one does not keep the process alive. */
  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  #failed(error: Error): void {
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of all) failed(error);
  }

  /** Lets go of the file, after what was asked before. A later statement starts another thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#reads.size > 0) await Promise.allSettled(this.#reads);
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    worker.postMessage(null);
    if (this.#waiting.size === 0) this.#worker = undefined;
    await ended;
  }
}

/**
 * What is read: for pages and for whoever visits, or for the dashboard. Each has a thread, since an author who looks through
 * long drafts again and again would keep each further question waiting of a page that asks a hundred.
 */
type ReadFor = "pages" | "dashboard";
type Beside = (what: ReadFor) => Database;

const besides = shared("reads aside", () => new WeakMap<Database, Beside>());

/**
 * The same database for a read that looks at very many rows. SQLite would hold up everybody else meanwhile, so such reads
 * have a thread of their own. Those of a transaction or of one moment stay where they are, and so do those of a small
 * database.
 */
export const aside = (db: Database, what: ReadFor): Database => besides.get(db)?.(what) ?? db;

/** Gives a reader others beside it. */
export const setBeside = (reader: Database, beside: Beside): void => void besides.set(reader, beside);

/** Gives a reader of SQLite threads for such reads. Returns what ends them. */
export function readAside(
  reader: Database,
  client: Sqlite.Database,
  file: string,
  { large = LARGE, mostWaiting = turns.mostWaiting }: { large?: number; mostWaiting?: number } = {},
): () => Promise<void> {
  const threads = { pages: new ReadingThread(file, mostWaiting), dashboard: new ReadingThread(file, mostWaiting) };
  const reading = (thread: ReadingThread): Database => {
    const read = async (text: string, params: unknown[]) => ({ rows: await thread.read(text, params) });
    // Drizzle takes the casing from the last of these only.
    return drizzle(read, undefined, { casing: "snake_case" }) as unknown as Database;
  };
  const beside = { pages: reading(threads.pages), dashboard: reading(threads.dashboard) };
  const pages = client.prepare<[], number>("PRAGMA page_count").pluck();
  const bytes = Number(client.pragma("page_size", { simple: true }));
  setBeside(reader, (what) => ((pages.get() ?? 0) * bytes < large ? reader : beside[what]));
  return async () => void (await Promise.all([threads.pages.close(), threads.dashboard.close()]));
}
