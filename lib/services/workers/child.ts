import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type Answer, answerTo, type Request } from "./answering";

/** What a child tells of the task that it does. */
export type Telling<P> = {
  /** How far it is. */
  progress: (progress: P) => void;
  /** The task takes more memory than it may; this process is ended for it. */
  exhausted: () => void;
};

/**
 * Makes this process a child that does tasks, as `inChild` starts it. It ends with the server; `goesOn`: it first
 * finishes what it does.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what arrives is of the type that the work takes
export function serveTasks<T, P = never>(
  work: (task: T, telling: Telling<P>) => Promise<unknown>,
  { goesOn = false, after }: { goesOn?: boolean; after?: () => void } = {},
): void {
  try {
    // Where a machine has no memory left, this process ends and not the server.
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Linux alone has it.
  }
  const send = (answer: Answer<unknown>) => void process.send?.(answer);
  process.on("message", (request: Request<T>) => {
    const { id } = request;
    const telling: Telling<P> = {
      progress: (progress) => send({ id, progress }),
      exhausted: () => send({ id, exhausted: true }),
    };
    void answerTo(request, (task) => work(task, telling)).then((answer) => {
      send(answer);
      after?.();
    });
  });
  if (!goesOn) process.on("disconnect", () => process.exit(0));
}

/** Looks each second from a thread, since work that never pauses does not hear that the server is gone. */
const watch = `const { ppid } = process;
setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, "SIGKILL"); }, 1000);`;

/** Ends this process with the one that started it, whatever it does. */
export function endWithParent(): void {
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } }).unref();
}
