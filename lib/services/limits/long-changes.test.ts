import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Actor, visitor } from "../../core/access";
import { putBackRemovals, putBackRemoved } from "../../features/removals/mutations";
import { refusal } from "../../testing/factories";
import { countingSeconds, requireShortChanges } from "./long-changes";

// Limits keep the clock that they find when they are loaded.
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
    await countingSeconds(author, taking(4.5));
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
  await countingSeconds(author, taking(60));
  expect(await isRefused(author)).toBe(false);
});

it("changes that take less than a second count for nothing, nor does the wait for those of others", async () => {
  for (let n = 0; n < 100; n += 1) await countingSeconds(author, taking(0.9));
  const short = countingSeconds(author, async () => countingSeconds({ ...author, id: 1_001 }, taking(30)));
  await short;
  expect(await isRefused(author)).toBe(false);
});

it("those who look after the texts of others, and the program itself, are not refused", async () => {
  for (const other of [
    { ...author, role: "EDITOR" as const },
    { ...visitor, role: "SYSTEM" as const },
  ]) {
    for (let n = 0; n < 9; n += 1) await countingSeconds(other, taking(10));
    expect(await isRefused(other)).toBe(false);
  }
});
