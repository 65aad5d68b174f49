import { afterEach, expect, it } from "vitest";
import { env } from "../../core/env";
import type { Arrived } from "../../patches/arrived-connections";
import { Arrivals } from "./arrivals";

const turn = () => new Promise(setImmediate);

/** A connection that a proxy has made: what it sends comes when the test says so, and so does its end. */
type Sent = Parameters<Arrived["read"]>[0];

/** A site with its connections by who has them, in the order in which they are taken. */
function aSite(areOfProxy?: boolean) {
  const taken: string[] = [];
  const ended: string[] = [];
  let isOpen = true;
  const arrivals = new Arrivals(() => isOpen, areOfProxy);
  /** `given`: how those of a proxy are read; without it they cannot be. `ms`: how long it takes to take one. */
  const arrive = (address: string, given?: (sent: Sent) => void, ms = 0) =>
    arrivals.add({
      address: () => address,
      read: (sent) => {
        given?.(sent);
        return given !== undefined;
      },
      take: () => {
        taken.push(address);
        for (const until = performance.now() + ms; performance.now() < until;);
      },
      end: () => ended.push(address),
    });
  return { taken, ended, arrive, close: () => void (isOpen = false) };
}

const asksFor = (ip: string) => Buffer.from(`GET / HTTP/1.1\r\nX-Forwarded-For: 203.0.113.9, ${ip}\r\nHost: x\r\n\r\n`);

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

const { trustProxy } = env;
afterEach(() => void (env.trustProxy = trustProxy));

it("behind a proxy, whoever comes behind a crowd is among the first that are taken, as the proxy says", async () => {
  env.trustProxy = 1;
  const { taken, arrive } = aSite(true);
  await crowd(arrive, 20);
  for (let i = 0; i < 280; i += 1) arrive("crowd", ({ came }) => came(asksFor("192.0.2.1")));
  const before = taken.length;
  expect(before).toBeLessThan(30);
  arrive("reader", ({ came }) => came(asksFor("192.0.2.2")));
  await expect.poll(() => taken.length).toBe(301);
  // Behind one of the crowd, and one of those that could not be read.
  expect(taken.indexOf("reader") - before).toBeLessThanOrEqual(2);
});

it("behind a proxy, those that it gives up while they wait are ended and never taken", async () => {
  env.trustProxy = 1;
  const { taken, ended, arrive } = aSite(true);
  await crowd(arrive, 30);
  const before = taken.length;
  const sent: Sent[] = [];
  for (let i = 0; i < 5_000; i += 1) {
    arrive("given up", (each) => sent.push(each));
    if (i % 2 === 0) sent.at(-1)?.came(asksFor("192.0.2.1"));
    sent.at(-1)?.left();
  }
  arrive("reader", ({ came }) => came(asksFor("192.0.2.2")));
  await expect.poll(() => taken).toContain("reader");
  expect(taken.slice(before)).not.toContain("given up");
  expect(ended).toEqual(Array.from({ length: 5_000 }, () => "given up"));
});

it("behind a proxy, those of which nothing comes are taken as well, and so are those that cannot be read", async () => {
  const { taken, arrive } = aSite(true);
  await crowd(arrive, 30);
  arrive("silent", () => undefined);
  await expect.poll(() => taken).toContain("silent");
  expect(taken).toHaveLength(31);
});

it("behind a proxy, one that says late for whom it is leaves the line of those that say nothing", async () => {
  env.trustProxy = 1;
  const { taken, arrive } = aSite(true);
  let tell: Sent["came"] | undefined;
  let hasTold = -1;
  await crowd(arrive, 20);
  for (let i = 0; i < 200; i += 1) arrive("silent", () => undefined, 1);
  arrive("late", ({ came }) => void (tell = came));
  while (!taken.includes("late")) {
    if (taken.includes("silent") && hasTold < 0) {
      hasTold = taken.length;
      tell?.(asksFor("192.0.2.2"));
    }
    await turn();
  }
  expect(taken.indexOf("late") - hasTold).toBeLessThanOrEqual(2);
});

it("behind a proxy, a crowd whose bodies fill the memory loses some, and nobody else", async () => {
  env.trustProxy = 1;
  const { taken, ended, arrive } = aSite(true);
  await crowd(arrive, 30);
  const body = Buffer.alloc(64 * 1024);
  for (let i = 0; i < 5_000; i += 1) {
    arrive("long", ({ came }) => {
      came(asksFor(`192.0.2.${i % 50}`));
      came(body);
    });
    if (i % 500 === 0) arrive(`reader ${i}`, ({ came }) => came(asksFor(`198.51.100.${i / 500}`)));
  }
  const readers = Array.from({ length: 10 }, (_, i) => `reader ${500 * i}`);
  expect(new Set(ended)).toEqual(new Set(["long"]));
  expect(5_000 - ended.length).toBeLessThanOrEqual(128);
  await expect.poll(() => taken).toEqual(expect.arrayContaining(readers));
  await expect.poll(() => taken.length + ended.length).toBe(5_040);
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
