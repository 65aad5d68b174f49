import { resolve } from "node:path";
import { AppError } from "../../../core/errors";
import { inThread } from "../../../services/workers/starting";
import { TaskWorker } from "../../../services/workers/worker";
import type { JsonOutline, JsonPlace, JsonTask } from "./json-reading";

/** The worker's program, which the launcher bundles from `json-worker.ts`. */
const program = resolve("dist/json-worker.js");

/** The longest time for reading the file or for one question, in milliseconds. */
const MAX_TIME = 5 * 60_000;
/** How long an idle worker is kept: afterwards, the file has to be read again. */
const IDLE_TIME = 10 * 60_000;
/** Largest heap of the worker, in megabytes: a file takes several times its size. */
const MEMORY = 4096;
/** Questions hold a few names and keys. */
const WAITING = { most: 1000, mostBytes: 1000, retryAfter: 5 };

const tooLarge = () =>
  new AppError("too_large", "The file needs too much memory. Export the old site in parts, and import each.");

/** A JSON file that a thread holds, so that neither its reading nor its size burdens the server. */
export class JsonFile {
  readonly #path: string;
  readonly #worker: TaskWorker<JsonTask, unknown>;

  constructor(path: string) {
    this.#path = path;
    this.#worker = new TaskWorker(
      inThread(program, { maxOldGenerationSizeMb: MEMORY }),
      { time: MAX_TIME, idle: IDLE_TIME, waiting: WAITING },
      {
        tooLong: () => new AppError("too_large", "Reading the file takes too long. Export the old site in parts."),
        tooLarge,
        ended: (cause) => ("code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : cause),
      },
    );
  }

  /** What stands at a place, without its content. Refuses what is no JSON. */
  async outline(...at: JsonPlace): Promise<JsonOutline> {
    return (await this.#worker.run({ path: this.#path, at, ask: "outline" }, 1)) as JsonOutline;
  }

  /** The length of a list; 0 where there is none. */
  async count(...at: JsonPlace): Promise<number> {
    const outline = await this.outline(...at);
    return outline.is === "list" ? outline.length : 0;
  }

  /** A value, whole. */
  value(...at: JsonPlace): Promise<unknown> {
    return this.#worker.run({ path: this.#path, at, ask: "value" }, 1);
  }

  /** The items of a list in turn; a few at a time are held in memory. */
  async *items(at: JsonPlace, most = 100): AsyncGenerator {
    for (let from = 0; ;) {
      const items = (await this.#worker.run({ path: this.#path, at, ask: "items", from, most }, 1)) as unknown[];
      if (items.length === 0) return;
      yield* items;
      from += items.length;
    }
  }

  /** The items of a list whose field is one of these, in the order of these and of the list. */
  async where(at: JsonPlace, key: string, values: readonly string[]): Promise<unknown[]> {
    return (await this.#worker.run({ path: this.#path, at, ask: "where", key, values }, 1)) as unknown[];
  }

  close(): Promise<void> {
    return this.#worker.stop();
  }
}
