import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { anAdmin } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { jobKind } from "./kinds";
import { enqueue } from "./queue";
import { doing } from "./running";
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
