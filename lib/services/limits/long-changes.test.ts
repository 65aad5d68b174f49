import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Actor, visitor } from "../../core/access";
import { holdingTurn } from "../../core/held-turns";
import { putBackRemovals, putBackRemoved } from "../../features/removals/mutations";
import { refusal } from "../../testing/factories";
import { countingTime, requireShortChanges, waitForRest } from "./long-changes";

// Limits keep the clock that they find when they are loaded.
vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn<() => Promise<void>>(async () => undefined) }));
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date", "performance"] }));

let id = 0;
let author: Actor;
beforeEach(() => void (author = { ...visitor, id: (id += 1), role: "AUTHOR" }));
afterEach(() => void vi.setSystemTime(Date.now() + 10 * 60_000));

const taking = (seconds: number) => async () => void vi.advanceTimersByTime(seconds * 1000);
const isRefused = async (actor: Actor) =>
  (await refusal(requireShortChanges(actor)).catch(() => null))?.code === "too_many";

it("an author keeps all that write waiting for twelve seconds in two minutes, and changes on after that", async () => {
  for (let n = 0; n < 3; n += 1) {
    expect(await isRefused(author)).toBe(false);
    await countingTime(author, taking(4.5));
  }
  expect(await isRefused(author)).toBe(true);
  expect(await isRefused({ ...author, id: 1_000 })).toBe(false);
  for (const putBack of [
    putBackRemoved(author, { items: [{ kind: "journal", id: 1 }] }),
    putBackRemovals(author, { ids: [1] }),
  ])
    expect(await refusal(putBack)).toMatchObject({ code: "too_many" });
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await isRefused(author)).toBe(false);
});

it("whoever has deleted something very long can put it back", async () => {
  await countingTime(author, taking(60));
  expect(await isRefused(author)).toBe(false);
});

it("changes that take less than a second count for nothing, nor does the wait for those of others", async () => {
  for (let n = 0; n < 100; n += 1) await countingTime(author, taking(0.9));
  const short = countingTime(author, async () => countingTime({ ...author, id: 1_001 }, taking(30)));
  await short;
  expect(await isRefused(author)).toBe(false);
});

it("those who look after the texts of others, and the program itself, are not refused", async () => {
  for (const other of [
    { ...author, role: "EDITOR" as const },
    { ...visitor, role: "SYSTEM" as const },
  ]) {
    for (let n = 0; n < 9; n += 1) await countingTime(other, taking(10));
    expect(await isRefused(other)).toBe(false);
  }
});

/** Milliseconds for which some changes that come at once wait before they are made. */
async function waitsOf(count: number, actor: Actor): Promise<number[]> {
  vi.mocked(setTimeout).mockClear();
  for (let n = 0; n < count; n += 1) await waitForRest(actor);
  return vi.mocked(setTimeout).mock.calls.map(([ms]) => ms ?? 0);
}

it("an author whose change was long waits twice as long before the next, and for each that waits already", async () => {
  await countingTime(author, taking(0.7));
  expect(await waitsOf(3, author)).toEqual([1_400, 3_500, 5_600]);
  expect(await waitsOf(1, { ...author, id: 1_002 })).toEqual([]);
  expect(await waitsOf(1, { ...author, role: "EDITOR" })).toEqual([]);
  expect(await holdingTurn(() => waitsOf(1, author))).toEqual([]);
  vi.advanceTimersByTime(7_700);
  // Of those that come together after the rest, only the first one is made at once.
  expect(await waitsOf(2, author)).toEqual([2_100]);
});

it("a change that would wait for very long is refused, and keeps no later one waiting", async () => {
  await countingTime(author, taking(5));
  expect(await waitsOf(1, author)).toEqual([10_000]);
  for (let n = 0; n < 100; n += 1)
    expect(await refusal(waitForRest(author))).toMatchObject({ status: 429, extra: { retryAfter: 25 } });
  vi.advanceTimersByTime(5_001);
  expect(await waitsOf(1, author)).toEqual([19_999]);
});

it("an author with short changes never waits, and soon no longer after a long one", async () => {
  for (let n = 0; n < 100; n += 1) await countingTime(author, taking(0.09));
  expect(await waitsOf(3, author)).toEqual([]);
  await countingTime(author, taking(60));
  expect(await waitsOf(1, author)).toEqual([10_000]);
  vi.advanceTimersByTime(25_000);
  for (let n = 0; n < 8; n += 1) await countingTime(author, taking(0.01));
  expect(await waitsOf(3, author)).toEqual([]);
});
