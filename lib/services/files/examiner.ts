import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AppError } from "../../core/errors";
import { shared } from "../../core/shared";
import { inChild } from "../workers/starting";
import { Lanes } from "../workers/lanes";
import type { Card } from "../cards/drawing";
import type { Examined } from "./examine";

/**
 * One file to examine, with its sender's name; `isClean` says that it comes from our storage, `memory` is the most bytes
 * that the child may take for it. With `icon`, a square picture of so many pixels is made of it instead; with `card`, a
 * card for other sites, of which the file is the cover where it has one.
 */
export type Sent = {
  file: string;
  name: string;
  folder: string;
  isClean: boolean;
  memory: number;
  icon?: number;
  card?: Card;
};

/** The child's program, which the launcher bundles from `examine-child.ts`. */
const examineProgram = resolve("dist/examine-child.js");

/**
 * The longest time for one file, the part of it in which others wait, and how long an idle child is kept for the next
 * of a series, in milliseconds. A photograph of 12 million pixels takes half a second, the dearest that cameras make four.
 */
const [EXAMINE_TIME, QUICK_TIME, IDLE_TIME] = [20_000, 3_000, 10_000];
/** The most files that wait, and their bytes in all, which are on disk meanwhile. More are refused for some seconds. */
const [MOST_WAITING, MOST_WAITING_BYTES, RETRY_AFTER_S] = [200, 1024 ** 3, 30];

/** The child gets none of the server's settings, so that it holds no secret. */
const CHILD = {
  // A small young generation and no extra threads: most of the child's memory is pixels, outside of the collector.
  execArgv: ["--expose-gc", "--max-old-space-size=256", "--max-semi-space-size=1", "--single-threaded"],
  // Returns freed memory at once; otherwise pieces of each picture stay between those of the next.
  env: {
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "65536",
    MALLOC_TRIM_THRESHOLD_: "0",
    MALLOC_TOP_PAD_: "0",
    NODE_ENV: "production" as const,
  },
};

/**
 * The most memory of the child, in bytes. The largest pictures that cameras make need less: a plain JPEG of 50 million
 * pixels some 100 MB, a progressive one of 64 million 440. An AVIF or an interlaced PNG of that size may need twice as
 * much.
 */
const MOST_MEMORY = 512 * 1024 ** 2;

type Limits = {
  program: string;
  time: number;
  quickTime: number;
  idle: number;
  waiting: number;
  waitingBytes: number;
  memory: number;
};

const tooLarge = () =>
  new AppError(
    "invalid",
    "This file takes too much memory to read. Try a smaller picture, or save it as a plain JPEG.",
    { reason: "file_memory" },
  );

const tooHard = () =>
  new AppError("invalid", "This file takes too long to examine. Try a smaller or simpler one.", {
    reason: "file_slow",
  });
const unreadable = (cause: Error) =>
  new AppError("invalid", "This file cannot be read.", { reason: "file_unreadable", cause });

/**
 * Examines uploads in a child process, one after the other: memory for decoding ends with the child, and a malicious
 * file harms a decoder outside of the server. What takes long is examined in a second child.
 */
export class Examiner {
  readonly #lanes: Lanes<Sent, Examined>;
  readonly #memory: number;

  constructor({
    program = examineProgram,
    time = EXAMINE_TIME,
    quickTime = QUICK_TIME,
    idle = IDLE_TIME,
    waiting = MOST_WAITING,
    waitingBytes = MOST_WAITING_BYTES,
    memory = MOST_MEMORY,
  }: Partial<Limits> = {}) {
    this.#memory = memory;
    this.#lanes = new Lanes(
      inChild(program, CHILD),
      { time, quickTime, idle, waiting: { most: waiting, mostBytes: waitingBytes, retryAfter: RETRY_AFTER_S } },
      { tooLong: tooHard, tooLarge, ended: unreadable },
    );
  }

  /** Examines a file in the turn of whoever asks for it; results are written into `folder`. Refuses with `unavailable` while too many wait. */
  async examine(
    file: string,
    name: string,
    folder: string,
    { isClean = false, asker }: { isClean?: boolean; asker?: string | undefined } = {},
  ): Promise<Examined> {
    const { size } = await stat(file);
    return this.#lanes.run({ file, name, folder, isClean, memory: this.#memory }, size, { asker });
  }

  /** Makes a square PNG of a stored picture. */
  async makeIcon(file: string, folder: string, icon: number): Promise<Examined> {
    const { size } = await stat(file);
    return this.#lanes.run({ file, name: "", folder, isClean: true, memory: this.#memory, icon }, size);
  }

  /** Makes the card of a text; `cover` is the stored picture on it, or "". */
  async makeCard(card: Card, cover: string, folder: string): Promise<Examined> {
    const size = cover === "" ? 0 : (await stat(cover)).size;
    return this.#lanes.run({ file: cover, name: "", folder, isClean: true, memory: this.#memory, card }, size);
  }

  /** Ends the children and refuses what still waits. A later file starts a new one. */
  stop(): Promise<void> {
    return this.#lanes.stop();
  }
}

const examiner = (): Examiner => shared("examiner", () => new Examiner());

/** Examines a file in the process's one child, within limits of time, memory and pixels. */
export const examineFile = (file: string, name: string, folder: string, asker?: string): Promise<Examined> =>
  examiner().examine(file, name, folder, { asker });

/** Makes the smaller versions of a stored picture again, in the same child. */
export const reexamineFile = (file: string, name: string, folder: string): Promise<Examined> =>
  examiner().examine(file, name, folder, { isClean: true });

/** Makes a square PNG of so many pixels of a stored picture, in the same child; its path. */
export const makeIconFile = async (file: string, folder: string, pixels: number): Promise<string> =>
  (await examiner().makeIcon(file, folder, pixels)).file;

/** Makes the card of a text in the same child; its path. */
export const makeCardFile = async (card: Card, cover: string, folder: string): Promise<string> =>
  (await examiner().makeCard(card, cover, folder)).file;

/** Ends the child, for an orderly shutdown. */
export const stopExaminer = (): Promise<void> => examiner().stop();
