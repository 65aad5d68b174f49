import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { z } from "zod";
import { AppError } from "../../../core/errors";
import { incomingRoot } from "../../../services/files/storage";
import { ChildEnded, inChild } from "../../../services/workers/starting";
import { TaskWorker, type Watching } from "../../../services/workers/worker";
import { sizeText } from "../../../text/size";
import type { ForeignRecord, ImportKind, Unread } from "../records";
import { type MediaFinder, type OpenSource, type ReadingChoices, SourceEnd } from "../reading";
import { readRecord } from "./bounding";
import type { ReadingTask } from "./reading-child";
import * as shape from "./schema";

/** The child's program, which the launcher bundles from `reading-child.ts`. */
const program = resolve("dist/reading-child.js");

const MIB = 1024 ** 2;
/** Milliseconds of a processor without a further record: 4 GiB of WordPress's XML take a few minutes to look through. */
const LONGEST = 10 * 60_000;
/** A child with an open source is kept until it is closed. */
const IDLE = 2 ** 31 - 1;
/** Megabytes of the child's heap; what holds a whole file of JSON takes several times its size. */
const [HEAP, WHOLE_HEAP, TIMES] = [512, 4096, 8];
/** Megabytes beside the heap: the engine, and bytes of files. */
const BESIDE = 256;
/** The part of the machine's free memory that a child may take, and the least that it gets, in megabytes. */
const [SHARE, LEAST] = [0.75, 128];
/** Longer addresses lead to no file. */
const LONGEST_ADDRESS = 4096;

/** Tests set less. */
export const readingLimits = { heap: WHOLE_HEAP, time: LONGEST, program };

/** Megabytes of heap for a source: more for one that is held whole, and never more than the machine has. */
async function heapFor(path: string, kind: ImportKind | "auto"): Promise<number> {
  const bytes = (await stat(path).catch(() => null))?.size ?? 0;
  const isWhole = kind === "ghost" || kind === "halo";
  const wanted = !isWhole ? HEAP : /\.zip$/i.test(path) ? WHOLE_HEAP : HEAP + (TIMES * bytes) / MIB;
  // Releases of Node before 22 do not know it on all systems.
  const free = (process as { availableMemory?: () => number }).availableMemory?.() ?? Infinity;
  return Math.floor(Math.min(wanted, readingLimits.heap, Math.max(LEAST, (SHARE * free) / MIB)));
}

/** Where a source was when its child had to be ended, in words. */
const placeOf = (at: shape.ReadingAt | null): string =>
  at === null
    ? "before its first record"
    : `after ${at.kind} ${at.source}${at.title === "" ? "" : ` (${at.title.slice(0, 100)})`}`;

/** One child with one source. */
class Child {
  readonly #worker: TaskWorker<ReadingTask, unknown>;
  #at: shape.ReadingAt | null = null;

  constructor(
    private readonly name: string,
    heap: number,
    private readonly scratch: string,
    private readonly signal: AbortSignal | undefined,
  ) {
    const memory = (heap + BESIDE) * MIB;
    const said = (words: (name: string, place: string) => string) => (cause?: Error) =>
      new AppError("too_large", words(this.name, placeOf(this.#at)), {
        reason: "reading_stopped",
        ...(cause && { cause }),
      });
    const most = sizeText(heap * MIB);
    const large = said(
      (file, place) =>
        `Reading ${file} was stopped ${place}: it takes more than ${most} of memory. Leave that record out, or export the old site in parts.`,
    );
    const long = said(
      (file, place) =>
        `Reading ${file} was stopped ${place}: it takes too long. Leave that record out, or export the old site in parts.`,
    );
    const ended = said(
      (file, place) =>
        `Reading ${file} was stopped ${place}: the process that reads it ended. Look for the reason in the system's log.`,
    );
    this.#worker = new TaskWorker(
      inChild(readingLimits.program, {
        execArgv: [`--max-old-space-size=${heap}`],
        // It gets none of the server's settings, so that it holds no secret.
        env: { NODE_ENV: "production", TMPDIR: scratch },
        serialization: "advanced",
      }),
      {
        time: readingLimits.time,
        idle: IDLE,
        memory,
        tries: 1,
        waiting: { most: 1000, mostBytes: 1000, retryAfter: 5 },
      },
      {
        tooLong: long,
        tooLarge: large,
        // The engine ends itself without memory; so does the system.
        ended: (cause) => (cause instanceof ChildEnded && cause.signal !== null ? large(cause) : ended(cause)),
      },
    );
  }

  /** What the child answers, in its shape. */
  async ask<S extends z.ZodType>(task: ReadingTask, as: S): Promise<z.output<S>> {
    const watching: Watching<unknown> = {
      onProgress: (at) => (this.#at = shape.readingAt.parse(at)),
      signal: this.signal,
    };
    return as.parse(await this.#worker.run(task, 1, watching));
  }

  async close(): Promise<void> {
    await this.#worker.stop();
    await rm(this.scratch, { recursive: true, force: true });
  }
}

type Watched = { name?: string; signal?: AbortSignal | undefined };

async function childFor(path: string, kind: ImportKind | "auto", { name = path, signal }: Watched): Promise<Child> {
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  return new Child(name, await heapFor(path, kind), scratch, signal);
}

/** Finds out the kind of a source, as `recogniseSource` does, in a child process. */
export async function recogniseInChild(path: string, said: ImportKind | "auto"): Promise<ImportKind> {
  const child = await childFor(path, "auto", {});
  try {
    return await child.ask({ do: "recognise", path, said }, shape.sourceKind);
  } finally {
    await child.close();
  }
}

async function* recordsOf(child: Child, ended: () => Promise<unknown>): AsyncGenerator<ForeignRecord | Unread> {
  for (;;) {
    const { records, isDone, end } = await child.ask({ do: "next" }, shape.someRecords);
    if (isDone || end) await ended();
    for (const record of records) yield readRecord(record);
    if (end) throw new SourceEnd(end.byte, end.lastRecord, end.more);
    if (isDone) return;
  }
}

async function* piecesOf(child: Child, file: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await child.ask({ do: "piece", file }, shape.filePiece);
    if (piece === null) return;
    yield piece;
  }
}

const mediaOf = (child: Child): MediaFinder => ({
  async find(address) {
    if (address.length > LONGEST_ADDRESS) return null;
    const file = await child.ask({ do: "find", address }, shape.foundFile);
    return (
      file && {
        ...file,
        open: async () => Readable.from(piecesOf(child, await child.ask({ do: "read", address }, shape.fileNumber))),
      }
    );
  },
  // It ends with its source.
  close: async () => undefined,
});

/**
 * Opens a source in a child process, which may take so much memory, and so much time for a record: whatever a file does
 * to its reader, the server goes on.
 */
export async function openInChild(kind: ImportKind, choices: ReadingChoices, watched: Watched): Promise<OpenSource> {
  const child = await childFor(choices.path, kind, watched);
  try {
    const { hasMedia, ...facts } = await child.ask({ do: "open", kind, choices }, shape.sourceFacts);
    const remainsNow = () => child.ask({ do: "remains" }, shape.sourceRemains);
    let remains = await remainsNow();
    return {
      kind,
      ...facts,
      records: () => recordsOf(child, async () => (remains = await remainsNow())),
      left: () => remains.left,
      suggestions: () => remains.suggestions,
      media: hasMedia ? mediaOf(child) : null,
      close: () => child.close(),
    };
  } catch (error) {
    await child.close();
    throw error;
  }
}
