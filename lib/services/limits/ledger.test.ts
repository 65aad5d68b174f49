import { expect, it } from "vitest";
import type { Counted, Counters } from "../../core/counters";
import { Ledger } from "./ledger";

it("a guess that waits for others looks less and less often, so that a crowd does not keep the database busy", async () => {
  const stored = new Map<string, Counted>();
  const looks: number[] = [];
  const counters: Counters = {
    atOnce: 1,
    change: async (names, work) => {
      looks.push(performance.now());
      const states = names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name)?.state] as const] : []));
      const { answer, changed } = work(new Map(structuredClone(states)), Date.now());
      for (const [name, counted] of changed)
        if (counted) stored.set(name, counted);
        else stored.delete(name);
      return answer;
    },
  };
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
