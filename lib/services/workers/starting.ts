import { type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ResourceLimits, Worker } from "node:worker_threads";

/** A program beside the server, which answers messages. */
export type Helper = {
  send: (message: object) => void;
  /** A busy one keeps the process alive, because a caller waits for it; an idle one does not. */
  keepAlive: (isBusy: boolean) => void;
  /** Milliseconds of a processor that it has used at most since it began. */
  processorTime: () => number;
  /** Bytes of memory that its own process holds; 0 where that is not known. */
  residentMemory: () => number;
  end: () => Promise<void>;
};

/** Called with each message, and once or more where it ended by itself. */
type Listeners = { answered: (message: unknown) => void; ended: (cause: Error) => void };

export type Start = (listeners: Listeners) => Helper;

/** Runs a program in a thread, which shares the process and may use as much memory as `resourceLimits` say. */
export const inThread =
  (file: string, resourceLimits: ResourceLimits): Start =>
  ({ answered, ended }) => {
    const thread = new Worker(/* turbopackIgnore: true */ /* webpackIgnore: true */ file, { resourceLimits });
    thread.on("message", answered);
    thread.on("error", (error) => ended(error instanceof Error ? error : new Error(String(error))));
    thread.on("exit", () => ended(new Error(`The thread of ${file} ended unexpectedly.`)));
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      send: (message) => thread.postMessage(message),
      keepAlive: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
      // A thread cannot have used more than its process.
      processorTime: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
      // It is a part of this process, and `resourceLimits` bound it.
      residentMemory: () => 0,
      end: async () => void (await thread.terminate()),
    };
  };

/** Where the system does not say how much of the processor a process used, the clock stands for it. */
function processorTimeOf(pid: number | undefined): number {
  try {
    // The name before the numbers may hold blanks; it ends with the last bracket. Linux counts in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ") ?? [];
    const hundredths = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(hundredths) ? hundredths * 10 : performance.now();
  } catch {
    return performance.now();
  }
}

/** Linux counts pages of this many bytes. */
const PAGE = 4096;

function residentMemoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE;
  } catch {
    return 0;
  }
}

/** Why a child is gone; `signal` where the system or the engine ended it, as for too much memory. */
export class ChildEnded extends Error {
  constructor(
    file: string,
    code: number | null,
    readonly signal: NodeJS.Signals | null,
  ) {
    super(`The child of ${file} ended (${signal ?? code}).`);
  }
}

/** Runs a program in a child process, whose memory ends with it, and whose crash is not the server's. */
export const inChild =
  (file: string, options: ForkOptions): Start =>
  ({ answered, ended }) => {
    const child = fork(/* turbopackIgnore: true */ file, [], {
      ...options,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", answered);
    child.on("error", ended);
    child.on("exit", (code, signal) => ended(new ChildEnded(file, code, signal)));
    return {
      send: (message) => void child.send(message),
      keepAlive: (isBusy) => {
        child[isBusy ? "ref" : "unref"]();
        child.channel?.[isBusy ? "ref" : "unref"]();
      },
      processorTime: () => processorTimeOf(child.pid),
      residentMemory: () => residentMemoryOf(child.pid),
      end: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, "exit");
        // An idle one does not keep the process alive, and a command that waits for it would end with a failure.
        child.ref();
        child.kill("SIGKILL");
        await gone;
      },
    };
  };
