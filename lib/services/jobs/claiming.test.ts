import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { postgres } from "../../../db/dialect";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { anAdmin, system } from "../../testing/actors";
import { costHere } from "../../testing/cost";
import { freshDatabase, statement } from "../../testing/setup";
import { jobKind } from "./kinds";
import { nextDue } from "./queries";
import { enqueue } from "./queue";
import { doing } from "./running";
import { claimJob } from "./steps";
import { JobWorker } from "./worker";

beforeEach(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

it("others have turns between the jobs that a worker claims, where that takes long", async () => {
  const parcel = jobKind("parcel for many", {
    lane: "deliveries",
    receiver: ({ to }) => to,
    payload: z.strictObject({ to: z.string() }),
    tries: 1,
  });
  const send = mutation("sendParcels", {
    can: "read the site",
    input: z.strictObject({ count: z.int() }),
    output: nothing,
    touches: () => [],
    run: async ({ db }, { count }) => {
      for (let i = 0; i < count; i += 1)
        await enqueue(db, { kind: parcel, title: "A parcel", payload: { to: `receiver ${i}` } });
    },
  });
  await send(await anAdmin(), { count: 20 });
  // Each claim takes as long as among thousands of jobs.
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  let [turn, goesOn] = [0, true];
  const count = () => {
    turn += 1;
    if (goesOn) setImmediate(count);
  };
  const begunIn: number[] = [];
  const worker = new JobWorker(
    doing(parcel, async () => void begunIn.push(turn)),
    () => undefined,
  );
  setImmediate(count);
  worker.start();
  await expect.poll(() => begunIn.length).toBe(20);
  goesOn = false;
  await worker.stop();
  expect(new Set(begunIn).size).toBeGreaterThan(10);
});

// PostgreSQL's time in the tests is that of their thread, and tells nothing of a server.
describe.skipIf(postgres)("where tens of thousands wait", () => {
  /** Milliseconds of the server's thread for one that is started, in all. */
  const MOST_MS = 6;
  const claim = (except: string[]) => claimJob(system, { worker: "w", leaseMs: 30_000, except });

  beforeEach(async () => {
    const crowd = jobKind("one of a crowd", {
      payload: z.strictObject({ n: z.int() }),
      receiver: ({ n }) => `${n}`,
      tries: 1,
    });
    const alone = jobKind("one alone", { payload: z.strictObject({}), tries: 1 });
    const long = new Date(Date.now() - 3_600_000);
    await engine().transaction(
      async (db) => {
        await enqueue(db, { kind: crowd, title: "One of many", payload: { n: 0 }, runAt: long });
        await enqueue(db, { kind: alone, title: "Another one", payload: {} });
        const columns = "kind, title, payload, state, run_at, attempts, cancel_wanted, progress_done, log, create_time";
        await statement(
          db,
          `insert into jobs (receiver, ${columns}) with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50000)
           select n, ${columns.replace("run_at", "run_at + n")} from numbers, (select * from jobs where kind = 'one of a crowd') first`,
        );
      },
      () => null,
    );
    // Prepares statements.
    await nextDue(engine().reader, []);
    await claim(["one of a crowd", "one alone"]);
  });

  it("the next one is found without looking through them", async () => {
    const { cost } = await costHere(async () => {
      for (let i = 0; i < 5; i += 1) {
        expect(await nextDue(engine().reader, [])).toBeInstanceOf(Date);
        expect(await claim([])).toMatchObject({ kind: "one of a crowd", payload: { n: 0 } });
      }
    });
    expect(cost / 5).toBeLessThan(MOST_MS);
  });

  it("and so is another kind's, while no more of theirs may be started", async () => {
    const { cost } = await costHere(async () => {
      expect(await nextDue(engine().reader, ["one of a crowd"])).toBeInstanceOf(Date);
      expect(await claim(["one of a crowd"])).toMatchObject({ kind: "one alone" });
    });
    expect(cost).toBeLessThan(MOST_MS);
  });
});
