import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { folderName } from "../../../db/folder-name";
import { jobs } from "../../../db/schema";
import { env } from "../../core/env";
import { mailJob } from "../mail/queue";
import { nothing, noInput } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { Supervisor } from "../../core/supervisor";
import { anAdmin } from "../../testing/actors";
import { inHours } from "../../testing/factories";
import { freshDatabase, statement, stored } from "../../testing/setup";
import { cancelJob, retryJob } from "./mutations";
import { z } from "zod";
import { jobKind, lanes } from "./kinds";
import { enqueue, GiveUp } from "./queue";
import { doing, type JobRun } from "./running";
import { JobWorker, type WorkerLimits } from "./worker";

beforeEach(async () => void (await freshDatabase()));

let worker: JobWorker | undefined;
const failures: unknown[] = [];
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const start = (handle: (run: JobRun) => Promise<void>, limits: Partial<WorkerLimits> = {}, others = {}) => {
  worker = new JobWorker(
    { ...others, "send-mail": (_mail: unknown, run: JobRun) => handle(run) },
    (error) => failures.push(error),
    limits,
  );
  worker.start();
};
let runAt: Date | undefined;
/** Enqueues as an operation does, so that its commit wakes the worker. */
const ask = mutation("askForMail", {
  can: "read the site",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db }) =>
    void (await enqueue(db, {
      kind: mailJob,
      title: "A mail",
      payload: { to: "a@example.org", template: "test", data: {} },
      ...(runAt && { runAt }),
    })),
});
const row = async () => (await stored().select().from(jobs))[0];
const become = (state: string) => expect.poll(async () => (await row())?.state, { interval: 10 }).toBe(state);

describe("the worker", () => {
  it("does at once what is asked for, and notes progress and words", async () => {
    const admin = await anAdmin();
    start(async (run) => {
      run.progress(1, 3);
      run.progress(3);
      run.log("three of three");
    });
    await ask(admin, {});
    await become("DONE");
    expect(await row()).toMatchObject({
      attempts: 1,
      progressDone: 3,
      progressTotal: 3,
      log: [expect.stringContaining("three of three")],
    });
  });

  it("does at its start what was asked for before", async () => {
    await ask(await anAdmin(), {});
    start(async () => undefined);
    await become("DONE");
    expect((await row())?.attempts).toBe(1);
  });

  it("wakes at the time something is due", async () => {
    start(async () => undefined);
    runAt = new Date(Date.now() + 300);
    await ask(await anAdmin(), {});
    runAt = undefined;
    await become("DONE");
    const job = await row();
    expect((job?.startTime?.getTime() ?? 0) - (job?.runAt.getTime() ?? 0)).toBeGreaterThanOrEqual(0);
  });

  it("leaves alone what is not due", async () => {
    runAt = new Date(inHours(1));
    await ask(await anAdmin(), {});
    runAt = undefined;
    let begun = 0;
    start(async () => void (begun += 1));
    await ask(await anAdmin(), {});
    await expect.poll(() => begun).toBe(1);
    expect((await stored().select().from(jobs).where(eq(jobs.state, "WAITING"))).length).toBe(1);
  });

  it.runIf(postgres)("leaves to its server what lies in that one's data folder", async () => {
    const folder = () => mkdtempSync(join(tmpdir(), "data-"));
    const [theirs, here] = [folder(), env.dataDir];
    env.dataDir = theirs;
    const name = folderName();
    env.dataDir = here;
    await ask(await anAdmin(), {});
    await engine().transaction(
      (db) => db.update(jobs).set({ folder: name }),
      () => null,
    );
    await ask(await anAdmin(), {});
    const done: number[] = [];
    start(async ({ id }) => void done.push(id));
    await expect.poll(() => done.length).toBe(1);
    const [bound, free] = await stored().select().from(jobs).orderBy(jobs.id);
    expect([bound?.state, done]).toEqual(["WAITING", [free?.id]]);
    await worker?.stop();
    env.dataDir = theirs;
    try {
      start(async ({ id }) => void done.push(id));
      await expect.poll(() => done).toEqual([free?.id, bound?.id]);
    } finally {
      env.dataDir = here;
    }
  });

  it("tries again what failed, later, and not what can only fail", async () => {
    const admin = await anAdmin();
    let error: Error = new Error("no route to host");
    start(async () => {
      throw error;
    });
    await ask(admin, {});
    await expect.poll(async () => (await row())?.attempts).toBe(1);
    await become("WAITING");
    expect((await row())?.log[0]).toMatch(/Try 1 of 8: no route to host$/);
    error = new GiveUp("no such mailbox");
    await engine().transaction(
      (db) => db.update(jobs).set({ runAt: new Date() }),
      () => null,
    );
    worker?.wake();
    await become("FAILED");
    expect((await row())?.log[1]).toMatch(/Try 2 of 8: no such mailbox$/);
    error = new Error("again");
    await retryJob(admin, { jobId: (await row())?.id ?? 0 });
    await expect.poll(async () => (await row())?.log.length).toBe(3);
  });

  it("tells a running job that it is cancelled", async () => {
    const admin = await anAdmin();
    start(
      (run) =>
        new Promise((_resolve, reject) => run.signal.addEventListener("abort", () => reject(new Error("stopped")))),
    );
    await ask(admin, {});
    await become("RUNNING");
    await cancelJob(admin, { jobId: (await row())?.id ?? 0 });
    await become("CANCELLED");
    expect((await row())?.log.at(-1)).toMatch(/Cancelled\.$/);
  });

  it("gives back what runs when the server stops, without counting it", async () => {
    start(
      (run) =>
        new Promise((_resolve, reject) => run.signal.addEventListener("abort", () => reject(new Error("stopped")))),
    );
    await ask(await anAdmin(), {});
    await become("RUNNING");
    await worker?.stop();
    expect(await row()).toMatchObject({ state: "WAITING", attempts: 0, worker: null });
  });

  it("keeps places for others while those of a lane are taken, and runs the rest of it later", async () => {
    const admin = await anAdmin();
    const quick = jobKind("quick", { payload: noInput, tries: 1 });
    const askQuick = mutation("askForSomethingQuick", {
      can: "read the site",
      input: noInput,
      output: nothing,
      touches: () => [],
      run: async ({ db }) => void (await enqueue(db, { kind: quick, title: "Quick", payload: {} })),
    });
    let [now, most, mails, others] = [0, 0, 0, 0];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    start(
      async () => {
        most = Math.max(most, (now += 1));
        await answered;
        now -= 1;
        mails += 1;
      },
      {},
      doing(quick, async () => void (others += 1)),
    );
    for (let i = 0; i < 12; i += 1) await ask(admin, {});
    await expect.poll(() => now).toBe(lanes.mail);
    for (let i = 0; i < 12; i += 1) await askQuick(admin, {});
    await expect.poll(() => others).toBe(12);
    expect(mails).toBe(0);
    answer();
    await expect.poll(() => mails).toBe(12);
    expect(most).toBe(lanes.mail);
  });

  it("lets no receiver wait for another, nor two jobs of one run at a time", async () => {
    const admin = await anAdmin();
    const parcel = jobKind("parcel", {
      lane: "deliveries",
      receiver: ({ to }) => to,
      payload: z.strictObject({ to: z.string(), number: z.int() }),
      tries: 1,
    });
    const send = mutation("sendParcel", {
      can: "read the site",
      input: parcel.payload,
      output: nothing,
      touches: () => [],
      run: async ({ db }, payload) => void (await enqueue(db, { kind: parcel, title: "A parcel", payload })),
    });
    const hung = Array.from({ length: lanes.deliveries - 1 }, (_, i) => `never ${i}`);
    const begun: string[] = [];
    const taken: number[] = [];
    start(
      async () => undefined,
      {},
      doing(parcel, async ({ to, number }, { signal }) => {
        begun.push(to);
        if (to === "at once") return void taken.push(number);
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
      }),
    );
    for (const to of [...hung, ...hung]) await send(admin, { to, number: 0 });
    for (let number = 1; number <= 3; number += 1) await send(admin, { to: "at once", number });
    await expect.poll(() => taken).toEqual([1, 2, 3]);
    expect(begun.filter((to) => to !== "at once").sort()).toEqual(hung.toSorted());
  });

  it("begins with the next job of a receiver whose server was killed when its lease ends", async () => {
    const admin = await anAdmin();
    const parcel = jobKind("parcel", {
      lane: "deliveries",
      receiver: () => "one",
      payload: noInput,
      tries: 1,
    });
    const send = mutation("sendParcel", {
      can: "read the site",
      input: noInput,
      output: nothing,
      touches: () => [],
      run: async ({ db }) => void (await enqueue(db, { kind: parcel, title: "A parcel", payload: {} })),
    });
    await send(admin, {});
    await send(admin, {});
    const [killed, next] = await stored().select().from(jobs).orderBy(jobs.id);
    await engine().transaction(
      (db) =>
        db
          .update(jobs)
          .set({ state: "RUNNING", attempts: 1, leaseUntil: new Date(Date.now() + 300) })
          .where(eq(jobs.id, killed?.id ?? 0)),
      () => null,
    );
    const done: number[] = [];
    start(
      async () => undefined,
      { longestSleepMs: 50 },
      doing(parcel, async (_nothing, { id }) => void done.push(id)),
    );
    await expect.poll(() => done).toEqual([next?.id]);
    const after = await stored().select().from(jobs).orderBy(jobs.id);
    expect([
      after[0]?.state,
      (after[1]?.startTime?.getTime() ?? 0) >= (killed?.createTime.getTime() ?? 0) + 300,
    ]).toEqual(["FAILED", true]);
  });

  it("keeps its lease while it works, however short", async () => {
    const admin = await anAdmin();
    let begun = 0;
    let finish: () => void = () => undefined;
    start(
      () => {
        begun += 1;
        return new Promise((resolve) => (finish = resolve));
      },
      { leaseMs: 1500, longestSleepMs: 50 },
    );
    await ask(admin, {});
    await become("RUNNING");
    const first = (await row())?.leaseUntil?.getTime() ?? 0;
    await expect.poll(async () => (await row())?.leaseUntil?.getTime() ?? 0).toBeGreaterThan(first + 3000);
    finish();
    await become("DONE");
    expect(begun).toBe(1);
  });
});

describe("a queue that cannot be read or written for a moment", () => {
  const rename = (from: string, to: string) =>
    engine().transaction(
      (db) => statement(db, `ALTER TABLE ${from} RENAME TO ${to}`),
      () => null,
    );
  const told: unknown[] = [];
  const begin = (handle: (run: JobRun) => Promise<void>) => {
    worker = new JobWorker({ "send-mail": (_mail: unknown, run: JobRun) => handle(run) }, (error) => told.push(error));
    worker.start(new Supervisor({ failed: (_loop, error) => told.push(error) }, { first: 5, longest: 20 }));
  };
  beforeEach(() => void (told.length = 0));

  it("is gone on with by itself, without anybody asking for anything", async () => {
    await ask(await anAdmin(), {});
    await rename("jobs", "jobs_gone");
    begin(async () => undefined);
    await expect.poll(() => told.length).toBeGreaterThan(1);
    await rename("jobs_gone", "jobs");
    await become("DONE");
    expect((await row())?.attempts).toBe(1);
  });

  it("has the end of what was done noted later, and does not do it once more", async () => {
    let begun = 0;
    begin(async () => {
      begun += 1;
      if (begun === 1) await rename("jobs", "jobs_gone");
    });
    await ask(await anAdmin(), {});
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await rename("jobs_gone", "jobs");
    await become("DONE");
    expect([begun, (await row())?.attempts]).toEqual([1, 1]);
  });
});

it("nothing of this failed inside", () => expect(failures).toEqual([]));
