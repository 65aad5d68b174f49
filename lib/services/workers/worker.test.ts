import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { answerTo, errorIn } from "./answering";
import { inChild, inThread, type Start } from "./starting";
import { Lanes } from "./lanes";
import { type Limits, TaskWorker } from "./worker";

const folder = mkdtempSync(join(tmpdir(), "workers-"));
const journal = join(folder, "journal");
/** A program for both kinds, which says which of its starts answers, and on demand crashes, hangs or fails. */
const program = join(folder, "program.mjs");
writeFileSync(
  program,
  `import { appendFileSync, readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
const journal = ${JSON.stringify(journal)};
appendFileSync(journal, "start\\n");
const mine = readFileSync(journal, "utf8").split("start\\n").length - 1;
const answer = (message) => (parentPort ? parentPort.postMessage(message) : process.send(message));
(parentPort ?? process).on("message", ({ id, task }) => {
  if (task === "crash" || (task === "crash once" && mine === 1)) process.exit(1);
  while (task === "endless");
  if (task === "wait") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  if (task === "tell") for (const progress of [1, 2]) answer({ id, progress });
  if (task === "full") answer({ id, fault: "no space", code: "ENOSPC" });
  else if (task === "wrong") answer({ id, refusal: { code: "invalid", message: "Wrong.", extra: { reason: "so" } } });
  else answer({ id, result: task + " by " + mine });
});`,
);

const limits: Limits = { time: 20_000, idle: 60_000, waiting: { most: 10, mostBytes: 1000, retryAfter: 7 } };
const refusals = {
  tooLong: () => new Error("took too long"),
  tooLarge: () => new Error("took too much memory"),
  ended: (cause: Error) => new Error("cannot be done", { cause }),
};
const open: TaskWorker<string, string>[] = [];
function workerOf(start: Start, given: Partial<Limits> = {}): TaskWorker<string, string> {
  writeFileSync(journal, "");
  const made = new TaskWorker<string, string>(start, { ...limits, ...given }, refusals);
  open.push(made);
  return made;
}
/** Does a task as a child's program does, and sends the answer as a child does. */
const sent = async (work: () => Promise<unknown>) =>
  JSON.parse(JSON.stringify(await answerTo({ id: 1, task: null }, work))) as Awaited<ReturnType<typeof answerTo>>;

it("a task without a result succeeds", async () => {
  const [nothing, failed] = [
    await sent(async () => undefined),
    await sent(async () => {
      throw new Error("no");
    }),
  ];
  expect([errorIn(nothing as never), errorIn(failed as never)?.message]).toEqual([
    null,
    expect.stringMatching(/^Error: no/),
  ]);
});

const starts = () => readFileSync(journal, "utf8").split("start\n").length - 1;

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.stop()));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each<[string, (file: string) => Start]>([
  ["a thread", (file) => inThread(file, {})],
  ["a child process", (file) => inChild(file, {})],
])("work in %s", (_kind, startOf) => {
  const start = startOf(program);

  it("is done in the order of its coming, by one that starts with the first task", async () => {
    const worker = workerOf(start);
    expect(starts()).toBe(0);
    const answers = await Promise.all(["a", "b", "c"].map((task) => worker.run(task, 1)));
    expect(answers).toEqual(["a by 1", "b by 1", "c by 1"]);
  });

  it("is done in turns between those who ask, and who asks for most is refused for others", async () => {
    const worker = workerOf(start, { waiting: { most: 3, mostBytes: 1000, retryAfter: 7 } });
    const done: string[] = [];
    const ask = (task: string, asker: string) => worker.run(task, 1, { asker }).then((answer) => done.push(answer));
    const outcomes = await Promise.allSettled([
      ...["a", "b", "c", "d"].map((task) => ask(task, "crowd")),
      ask("own", "somebody"),
    ]);
    expect(done).toEqual(["a by 1", "b by 1", "own by 1", "c by 1"]);
    expect(outcomes[3]).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  });

  it("is tried again once after the worker's end, and no more", async () => {
    const worker = workerOf(start);
    const [once, after] = await Promise.all(["crash once", "a"].map((task) => worker.run(task, 1)));
    expect([once, after]).toEqual(["crash once by 2", "a by 2"]);
    const [again, next] = await Promise.allSettled(["crash", "b"].map((task) => worker.run(task, 1)));
    expect(again).toMatchObject({ status: "rejected", reason: { message: "cannot be done" } });
    expect(next).toMatchObject({ value: "b by 4" });
  });

  it("is given up where it takes too long, and not tried again", async () => {
    const worker = workerOf(start, { time: 1_500 });
    const [slow, next] = await Promise.allSettled(["endless", "a"].map((task) => worker.run(task, 1)));
    expect(slow).toMatchObject({ status: "rejected", reason: { message: "took too long" } });
    expect(next).toMatchObject({ value: "a by 2" });
  });

  it("has its time of the processor, though the clock may go on", async () => {
    const worker = workerOf(start, { time: 1_000 });
    await worker.run("a", 1);
    expect(await worker.run("wait", 1)).toBe("wait by 1");
  });

  it("is refused with the seconds to wait where too much waits, by number and by size", async () => {
    for (const waiting of [
      { most: 2, mostBytes: 1000, retryAfter: 7 },
      { most: 10, mostBytes: 20, retryAfter: 7 },
    ]) {
      const worker = workerOf(start, { waiting });
      const all = await Promise.allSettled(["a", "b", "c", "d"].map((task) => worker.run(task, 10)));
      expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
      expect(all[3]).toMatchObject({ reason: { code: "unavailable", status: 503, extra: { retryAfter: 7 } } });
    }
  });

  it("fails with what the worker says, which goes on", async () => {
    const worker = workerOf(start);
    await expect(worker.run("full", 1)).rejects.toMatchObject({ message: "no space", code: "ENOSPC" });
    await expect(worker.run("wrong", 1)).rejects.toMatchObject({ message: "Wrong.", extra: { reason: "so" } });
    expect(await worker.run("a", 1)).toBe("a by 1");
  });

  it("is refused where the worker is stopped, and begins again when asked", async () => {
    const worker = workerOf(start);
    const waiting = Promise.allSettled(["endless", "a"].map((task) => worker.run(task, 1)));
    await worker.stop();
    const refused = { status: "rejected", reason: { code: "unavailable", extra: { reason: "stopping" } } };
    expect(await waiting).toMatchObject([refused, refused]);
    expect(await worker.run("b", 1)).toMatch(/^b by/);
  });

  it("says how far it is", async () => {
    const worker = workerOf(start);
    const heard: number[] = [];
    expect(await worker.run<number>("tell", 1, { onProgress: (at) => heard.push(at) })).toBe("tell by 1");
    expect(heard).toEqual([1, 2]);
  });

  it("is taken back while it is done and while it waits, and the others go on", async () => {
    const worker = workerOf(start);
    const [first, second] = [new AbortController(), new AbortController()];
    const all = Promise.allSettled([
      worker.run("endless", 1, { signal: first.signal }),
      worker.run("a", 1, { signal: second.signal }),
      worker.run("b", 1),
    ]);
    second.abort(new Error("not that"));
    first.abort(new Error("enough"));
    expect(await all).toMatchObject([
      { reason: { message: "enough" } },
      { reason: { message: "not that" } },
      { value: expect.stringMatching(/^b by/) },
    ]);
    await expect(worker.run("a", 1, { signal: first.signal })).rejects.toThrow("enough");
  });

  it("leaves no worker after a time without any, and starts one for the next", async () => {
    let ended = () => {};
    const gone = new Promise<void>((resolve) => (ended = resolve));
    const watched: Start = (listeners) => {
      const helper = start(listeners);
      return { ...helper, end: () => helper.end().then(ended) };
    };
    const worker = workerOf(watched, { idle: 1 });
    expect(await worker.run("a", 1)).toBe("a by 1");
    await gone;
    expect(await worker.run("b", 1)).toBe("b by 2");
  });

  it("fails where its program is missing, and so does the next", async () => {
    const worker = workerOf(startOf(join(folder, "missing.mjs")));
    await expect(worker.run("a", 1)).rejects.toThrow("cannot be done");
    await expect(worker.run("b", 1)).rejects.toThrow("cannot be done");
  });
});

it("a task that takes long begins anew beside the others, which go on, and is given up there", async () => {
  writeFileSync(journal, "");
  const start = inChild(program, {});
  const lanes = new Lanes<string, string>(start, { ...limits, quickTime: 500, time: 2_000 }, refusals);
  const ended: string[] = [];
  const ask = (task: string) =>
    lanes
      .run(task, 1)
      .finally(() => ended.push(task))
      .catch((error: unknown) => error);
  const answers = await Promise.all(["endless", "a", "b"].map(ask));
  await lanes.stop();
  expect(ended).toEqual(["a", "b", "endless"]);
  expect(answers).toEqual([new Error("took too long"), expect.stringMatching(/^a by/), expect.stringMatching(/^b by/)]);
});

it("whoever has slow tasks done has them done beside the others, however many were asked for at once", async () => {
  writeFileSync(journal, "");
  const started: string[] = [];
  const lanes = new Lanes<string, string>(inChild(program, {}), { ...limits, quickTime: 400, time: 1_200 }, refusals);
  const ask = (task: string, asker: string) =>
    lanes
      .run(task, 1, { asker })
      .finally(() => started.push(`${task} of ${asker}`))
      .catch((error: unknown) => error);
  const crowd = Array.from({ length: 4 }, () => ask("endless", "crowd"));
  const others = [];
  for (const task of ["a", "b", "c", "d"]) others.push(await ask(task, "somebody"));
  // In turns with the others of the quick worker each would have had it for its time.
  expect(started).toEqual(["a", "b", "c", "d"].map((task) => `${task} of somebody`));
  expect(others).toEqual(["a", "b", "c", "d"].map((task) => expect.stringContaining(`${task} by`)));
  // Beside somebody else's slow tasks, quick ones are quick.
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: 4 }, () => new Error("took too long")));
  await lanes.stop();
});

it("a program that cannot be started at all fails its task, and the next is tried", async () => {
  const worker = workerOf(inThread("no path", {}));
  await expect(worker.run("a", 1)).rejects.toThrow("no path");
  await expect(worker.run("b", 1)).rejects.toThrow("no path");
});
