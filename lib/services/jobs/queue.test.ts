import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../db";
import { jobs } from "../../../db/schema";
import { renewalOfPictureJob } from "../../features/references/recording";
import { mailJob } from "../mail/queue";
import { engine } from "../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../testing/actors";
import { aJob, faults, inHours, refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { cancelJob, retryJob } from "./mutations";
import { countJobs, getJob, listJobs } from "./queries";
import { enqueue, readPayload } from "./queue";
import { backOff, beatJob, claimJob, endJob } from "./steps";

beforeEach(async () => void (await freshDatabase()));

const inTransaction = <T>(work: (db: Database) => Promise<T>) => engine().transaction(work, () => null);
const mail = { to: "jane@example.org", template: "test" as const, data: {} };
const ask = (given: { dedupeKey?: string; runAt?: Date } = {}) =>
  inTransaction((db) => enqueue(db, { kind: mailJob, title: "A mail", payload: mail, ...given }));
const claim = (leaseMs = 60_000, worker = "w") => claimJob(system, { worker, leaseMs, except: [] });
const row = async (id: number) => (await stored().select().from(jobs).where(eq(jobs.id, id)))[0];
const end = (id: number, outcome: "DONE" | "FAILED" | "CANCELLED" | "again" | "given back", worker = "w") =>
  endJob(system, { id, worker, progressDone: 1, progressTotal: 2, lines: ["a line"], outcome });

describe("asking for work", () => {
  it("is kept with the transaction that asks, and only then", async () => {
    await refusal(
      inTransaction(async (db) => {
        await enqueue(db, { kind: mailJob, title: "A mail", payload: mail });
        throw new Error("rolled back");
      }),
    );
    expect(await stored().select().from(jobs)).toEqual([]);
    expect(await row(await ask())).toMatchObject({ kind: "send-mail", state: "WAITING", attempts: 0 });
  });

  it("stores what is secret sealed, and reads it back", async () => {
    const job = await row(await ask());
    expect(JSON.stringify(job?.payload)).not.toContain("jane");
    expect(readPayload(mailJob, job?.payload)).toEqual(mail);
  });

  it("refuses a payload that is not its kind's", async () => {
    for (const payload of [
      { ...mail, to: "nobody" },
      { ...mail, template: "other" },
      { ...mail, more: 1 },
    ])
      expect(
        await refusal(inTransaction((db) => enqueue(db, { kind: mailJob, title: "x", payload: payload as never }))),
      ).toMatchObject({ name: "ZodError" });
  });

  it("with the same key answers the job that is there, from ten at once one", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => ask({ dedupeKey: "k" })));
    expect(new Set(ids).size).toBe(1);
    expect(await ask({ dedupeKey: "other" })).not.toBe(ids[0]);
  });

  it("of which one is enough waits once for each, due as early as any of them asks, and again once it runs", async () => {
    const renewal = (folder: string, hours = 0) =>
      inTransaction((db) =>
        enqueue(db, {
          kind: renewalOfPictureJob,
          title: "A picture",
          payload: { folder },
          runAt: new Date(inHours(hours)),
        }),
      );
    const later = await renewal("2026/11/a", 2);
    expect(await renewal("2026/11/a", 3)).toBe(later);
    expect((await row(later))?.runAt.getTime()).toBeLessThan(inHours(2.5));
    const others = await Promise.all(Array.from({ length: 10 }, () => renewal("2026/11/b")));
    expect(new Set(others).size).toBe(1);
    expect(others).not.toContain(later);
    expect(await renewal("2026/11/a")).toBe(later);
    expect(new Set([(await claim())?.id, (await claim())?.id])).toEqual(new Set([later, others[0]]));
    expect(await renewal("2026/11/a")).not.toBe(later);
  });
});

describe("taking work", () => {
  it("takes what is due, the earliest first, each once", async () => {
    const [late, early] = [await ask({ runAt: new Date(inHours(-1)) }), await ask({ runAt: new Date(inHours(-2)) })];
    await ask({ runAt: new Date(inHours(1)) });
    const taken = await Promise.all([claim(), claim(), claim()]);
    expect(new Set(taken.map((each) => each?.id ?? null))).toEqual(new Set([late, early, null]));
    expect(taken[0]).toMatchObject({ id: early, attempts: 1 });
    expect(await claimJob(system, { worker: "w", leaseMs: 1, except: ["send-mail"] })).toBeNull();
  });

  it("takes again what a killed worker held, once its lease is over, but not for ever", async () => {
    const id = await ask();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await claim(0, `w${attempt}`)).toMatchObject({ id, attempts: attempt });
      await engine().transaction(
        (db) => db.update(jobs).set({ leaseUntil: new Date(Date.now() - 1) }),
        () => null,
      );
    }
    expect(await claim()).toBeNull();
    expect(await row(id)).toMatchObject({ state: "FAILED", log: [expect.stringContaining("stopped 8 times")] });
  });

  it("keeps a beaten lease, and lets a worker know that it lost one", async () => {
    const id = await ask();
    await claim();
    const beat = (worker: string) =>
      beatJob(system, { id, worker, leaseMs: 60_000, progressDone: 3, progressTotal: 9, lines: ["one"] });
    expect(await beat("w")).toEqual({ held: true, cancelWanted: false });
    expect(await beat("another")).toEqual({ held: false, cancelWanted: false });
    expect(await row(id)).toMatchObject({ progressDone: 3, progressTotal: 9, log: ["one"] });
    expect(await claim()).toBeNull();
  });

  it("keeps the newest 200 lines, each cut", async () => {
    const id = await ask();
    await claim();
    await beatJob(system, {
      id,
      worker: "w",
      leaseMs: 1,
      progressDone: 0,
      progressTotal: null,
      lines: Array.from({ length: 250 }, (_, i) => `${i} ${"x".repeat(2000)}`),
    });
    const log = (await row(id))?.log ?? [];
    expect([log.length, log[0]?.slice(0, 3), log.at(-1)?.length]).toEqual([200, "50 ", 1000]);
  });
});

describe("an end", () => {
  it("is told, forgets what was secret, and keeps a mail's key", async () => {
    const id = await ask({ dedupeKey: "k" });
    await claim();
    await end(id, "DONE");
    expect(await row(id)).toMatchObject({
      state: "DONE",
      payload: {},
      progressDone: 1,
      progressTotal: 2,
      log: ["a line"],
      endTime: expect.any(Date),
    });
    expect(await ask({ dedupeKey: "k" })).toBe(id);
    await end(id, "FAILED");
    expect((await row(id))?.state).toBe("DONE");
  });

  it("that was none waits longer each time, or comes back at once without having counted", async () => {
    const id = await ask();
    await claim();
    await end(id, "again");
    const job = await row(id);
    expect(job).toMatchObject({ state: "WAITING", attempts: 1 });
    expect((job?.runAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000);
    for (const [attempts, minutes] of [
      [1, 0.5],
      [2, 2],
      [3, 8],
      [6, 360],
      [20, 360],
    ] as const)
      expect(Math.abs(backOff(attempts) / 60_000 / minutes - 1)).toBeLessThanOrEqual(0.1);
    await engine().transaction(
      (db) => db.update(jobs).set({ runAt: new Date() }),
      () => null,
    );
    await claim();
    await end(id, "given back");
    expect(await row(id)).toMatchObject({ state: "WAITING", attempts: 1, worker: null });
  });
});

describe("administrators", () => {
  it("alone see jobs, without their payload", async () => {
    const [admin, id] = [await anAdmin(), await aJob()];
    expect(await listJobs(admin, {})).toMatchObject({ total: 1, items: [{ id, title: "A mail", state: "WAITING" }] });
    expect(Object.keys(await getJob(admin, { jobId: id }))).not.toContain("payload");
    expect(await listJobs(admin, { state: "DONE" })).toEqual({ items: [], total: 0 });
    expect(await listJobs(admin, { kind: "send-mail", sort: ["runAt,asc"] })).toMatchObject({ total: 1 });
    expect(await listJobs(admin, { keyword: "a MAIL" })).toMatchObject({ total: 1 });
    expect(await listJobs(admin, { keyword: "another" })).toMatchObject({ total: 0 });
    expect(await countJobs(admin, {})).toEqual({ all: 1, WAITING: 1, RUNNING: 0, DONE: 0, FAILED: 0, CANCELLED: 0 });
    expect(await faults(listJobs(admin, { state: "OTHER" as never }))).toEqual(["state wrong_value"]);
    expect(await refusal(getJob(admin, { jobId: 999 }))).toMatchObject({ status: 404 });
    for (const actor of [visitor, await anActor("EDITOR")])
      for (const work of [
        listJobs(actor, {}),
        countJobs(actor, {}),
        getJob(actor, { jobId: id }),
        cancelJob(actor, { jobId: id }),
        retryJob(actor, { jobId: id }),
      ])
        expect([401, 403]).toContain((await refusal(work)).status);
  });

  it("cancel what waits and begin it anew; what has ended stays so", async () => {
    const [admin, id] = [await anAdmin(), await aJob()];
    expect(await refusal(retryJob(admin, { jobId: id }))).toMatchObject({ status: 409 });
    expect(await cancelJob(admin, { jobId: id })).toMatchObject({ state: "CANCELLED" });
    expect(await refusal(cancelJob(admin, { jobId: id }))).toMatchObject({ status: 409 });
    expect(await claim()).toBeNull();
    expect(await retryJob(admin, { jobId: id })).toMatchObject({ state: "WAITING", attempts: 0, endTime: null });
    expect(await claim()).toMatchObject({ id });
    expect(await cancelJob(admin, { jobId: id })).toMatchObject({ state: "RUNNING", cancelWanted: true });
    for (const work of [cancelJob(admin, { jobId: 999 }), retryJob(admin, { jobId: 999 })])
      expect(await refusal(work)).toMatchObject({ status: 404 });
  });
});
