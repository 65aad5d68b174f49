import { expect, it } from "vitest";
import { firstOf, inParts, PART } from "./parts";

it("many rows are worked off part by part, and others of the thread have a turn after each but the last", async () => {
  const waiting = new Set(Array.from({ length: 5 * PART + 3 }, (_, i) => i));
  const parts: number[] = [];
  let turns = 0;
  let goesOn = true;
  const others = () => {
    turns += 1;
    if (goesOn) setImmediate(others);
  };
  setImmediate(others);
  await inParts(waiting.size, async () => {
    const part = firstOf(waiting);
    for (const row of part) waiting.delete(row);
    parts.push(part.length);
  });
  goesOn = false;
  expect(parts).toEqual([PART, PART, PART, PART, PART, 3]);
  expect(turns).toBeGreaterThanOrEqual(5);
});

it("what comes meanwhile waits for the next time", async () => {
  let rounds = 0;
  await inParts(0, async () => void (rounds += 1));
  expect(rounds).toBe(0);
  await inParts(PART, async () => void (rounds += 1));
  expect(rounds).toBe(1);
});
