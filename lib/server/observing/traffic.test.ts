import { expect, it } from "vitest";
import { Traffic } from "./traffic";

/** How long a pause took while requests came for so long. Milliseconds. */
async function pausing(traffic: Traffic, requestsMs: number, quiet: number, longest: number): Promise<number> {
  const began = performance.now();
  const coming = setInterval(() => {
    if (performance.now() - began < requestsMs) traffic.note();
    else clearInterval(coming);
  }, 1);
  await traffic.pause(quiet, longest);
  clearInterval(coming);
  return performance.now() - began;
}

it("a pause waits until nobody asks", async () => {
  expect(await pausing(new Traffic(() => 0), 300, 100, 60_000)).toBeGreaterThanOrEqual(300);
});

it("a pause ends although somebody asks all the time", async () => {
  const took = await pausing(new Traffic(() => 0), Number.POSITIVE_INFINITY, 50, 200);
  expect(took).toBeGreaterThanOrEqual(200);
});

it("a pause waits for a request that is still being answered", async () => {
  let underWay = 1;
  const traffic = new Traffic(() => underWay);
  setTimeout(() => (underWay = 0), 300);
  expect(await pausing(traffic, 0, 10, 60_000)).toBeGreaterThanOrEqual(290);
});
