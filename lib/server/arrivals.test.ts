import { expect, it } from "vitest";
import { Arrivals } from "./arrivals";

const turn = () => new Promise(setImmediate);

/** A site with its connections by who has them, in the order in which they are taken. */
function aSite(areOfProxy?: boolean) {
  const taken: string[] = [];
  const ended: string[] = [];
  let isOpen = true;
  const arrivals = new Arrivals(() => isOpen, areOfProxy);
  const arrive = (address: string) =>
    arrivals.add({ address: () => address, take: () => taken.push(address), end: () => ended.push(address) });
  return { taken, ended, arrive, close: () => void (isOpen = false) };
}

/** A crowd of which one arrives in each turn of the event loop. */
async function crowd(arrive: (address: string) => void, many: number): Promise<void> {
  for (let i = 0; i < many; i += 1) {
    arrive("192.0.2.1");
    await turn();
  }
}

it("connections are taken as they arrive while they are few", async () => {
  const { taken, arrive } = aSite();
  await crowd(arrive, 10);
  arrive("192.0.2.2");
  expect(taken).toHaveLength(11);
});

it("of very many all arrive first, and whoever comes behind them is among the first that are taken", async () => {
  const { taken, arrive } = aSite();
  await crowd(arrive, 300);
  const before = taken.length;
  expect(before).toBeLessThan(30);
  arrive("192.0.2.2");
  await expect.poll(() => taken.length).toBe(301);
  expect(taken.indexOf("192.0.2.2") - before).toBeLessThanOrEqual(1);
});

it("of too many that wait, the crowd loses some, and nobody else", async () => {
  const { taken, ended, arrive } = aSite();
  await crowd(arrive, 30);
  arrive("192.0.2.2");
  for (let i = 0; i < 3_000; i += 1) arrive("192.0.2.1");
  expect(new Set(ended)).toEqual(new Set(["192.0.2.1"]));
  await expect.poll(() => taken.length + ended.length).toBe(3_031);
  expect(taken).toContain("192.0.2.2");
});

it("behind a proxy all are taken as they arrive, since nobody knows whose they are", async () => {
  const { taken, ended, arrive } = aSite(true);
  await crowd(arrive, 100);
  for (let i = 0; i < 3_000; i += 1) arrive("192.0.2.1");
  expect([taken.length, ended.length]).toEqual([3_100, 0]);
});

it("those who wait when the server closes are ended", async () => {
  const { taken, ended, arrive, close } = aSite();
  await crowd(arrive, 30);
  const before = taken.length;
  arrive("192.0.2.1");
  close();
  await expect.poll(() => ended.length).toBeGreaterThan(0);
  expect(taken).toHaveLength(before);
});
