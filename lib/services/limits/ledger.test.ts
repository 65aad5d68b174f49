import { afterEach, expect, it, vi } from "vitest";
import type { Counted, Counters } from "../../core/counters";
import { type Engine, installEngine } from "../../core/operation";
import { attemptKeys, Limiter } from "./attempts";
import { Ledger } from "./ledger";

afterEach(() => vi.useRealTimers());

function inMemory(looked: () => void = () => undefined): Counters {
  const stored = new Map<string, Counted>();
  return {
    atOnce: 1,
    change: async (names, work) => {
      looked();
      const there = (name: string) => (stored.get(name)?.until ?? 0) > Date.now();
      const states = names.flatMap((name) => (there(name) ? [[name, stored.get(name)?.state] as const] : []));
      const { answer, changed } = work(new Map(structuredClone(states)), Date.now());
      for (const [name, counted] of changed)
        if (counted) stored.set(name, structuredClone(counted));
        else stored.delete(name);
      return answer;
    },
  };
}

it("a guess whose outcome never comes counts as failed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const ledger = new Ledger(inMemory(), 60_000);
  const keys = [{ name: "jane", most: 5, clears: true, windowMs: 600_000 }];
  const entered = [];
  for (let guess = 0; guess < 5; guess += 1) entered.push(await ledger.enter(keys));
  expect(entered).toEqual(entered.map(() => expect.any(String)));
  vi.setSystemTime(Date.now() + 31_000);
  expect(await ledger.enter(keys)).toEqual(expect.any(Number));
});

it("a guess that fails after its time counts once", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const ledger = new Ledger(inMemory(), 60_000);
  const keys = [{ name: "jane", most: 2, clears: true, windowMs: 600_000 }];
  const late = String(await ledger.enter(keys));
  vi.setSystemTime(Date.now() + 31_000);
  const other = String(await ledger.enter(keys));
  await ledger.leave(keys, late, "failed");
  await ledger.leave(keys, other, "undecided");
  expect(await ledger.enter(keys)).toEqual(expect.any(String));
});

it("the outcome of a guess waits behind nothing else of its network", async () => {
  const lines: (string | undefined)[] = [];
  const stored = inMemory();
  const counters: Counters = {
    atOnce: stored.atOnce,
    change: (names, work, line) => {
      lines.push(line);
      return stored.change(names, work);
    },
  };
  installEngine({ counters } as Engine);
  const guess = () => Promise.resolve("failed" as const);
  await new Limiter("test").attempt(attemptKeys("jane", "192.0.2.1"), guess, (verdict) => verdict);
  installEngine(null);
  expect(lines).toEqual(["192.0.2.1", "192.0.2.1 in its turn"]);
});

it("a guess that waits for others looks less and less often, so that a crowd does not keep the database busy", async () => {
  const looks: number[] = [];
  const counters = inMemory(() => looks.push(performance.now()));
  const ledger = new Ledger(counters, 1_000);
  const keys = [{ name: "jane", most: 1, clears: true, windowMs: 60_000 }];
  const first = String(await ledger.enter(keys));
  const waiting = ledger.enter(keys);
  await expect.poll(() => looks.length, { interval: 5 }).toBeGreaterThanOrEqual(6);
  // Half of 40, 80, 160 and 320 ms at the least; four times 40 ms are 240 at the most, each half as long again.
  expect((looks[5] ?? 0) - (looks[1] ?? 0)).toBeGreaterThan(290);
  await ledger.leave(keys, first, "passed");
  expect(await waiting).toEqual(expect.any(String));
});
