import { afterEach, expect, it, vi } from "vitest";
import { databaseIsAhead, followDatabaseClock } from "./database-clock";

const machine = Date;
/** The machine's clock stands still meanwhile: half of what the question takes counts as part of the difference. */
async function aheadBy(ms: number): Promise<void> {
  const now = machine.now();
  const clock = vi.spyOn(machine, "now").mockReturnValue(now);
  await followDatabaseClock(async () => now + ms);
  clock.mockRestore();
}
afterEach(() => aheadBy(0));

it("tells the database's time, wherever a time is asked for", async () => {
  const before = new Date();
  await aheadBy(-300_000);
  expect(databaseIsAhead()).toBe(-300_000);
  const now = machine.now() - 300_000;
  for (const told of [Date.now(), new Date().getTime(), Date.parse(Date())])
    expect(Math.abs(told - now)).toBeLessThan(1500);
  // All else of it stays as it is.
  expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
  expect(new Date(2026, 0).getFullYear()).toBe(2026);
  for (const date of [before, new Date(), new machine(), structuredClone(before)]) {
    expect(date).toBeInstanceOf(Date);
    expect(date.constructor).toBe(Date);
    expect(Object.prototype.toString.call(date)).toBe("[object Date]");
  }
  class Moment extends Date {}
  expect(new Moment()).toBeInstanceOf(Moment);
  await aheadBy(0);
  expect(Date).toBe(machine);
  expect(new Date().constructor).toBe(machine);
});

it("leaves Node's own clock where both agree within a second, and asks again after a slow answer", async () => {
  await aheadBy(900);
  expect(Date).toBe(machine);
  await followDatabaseClock(async () => undefined);
  expect(Date).toBe(machine);
  await aheadBy(60_000);
  await aheadBy(60_400);
  expect(databaseIsAhead()).toBe(60_000);
});
