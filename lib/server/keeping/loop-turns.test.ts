import { expect, it } from "vitest";
import { LoopTurns } from "./loop-turns";

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** Counts the turns of the event loop until it is told to stop. */
function counting(): { turns: number; stop: () => void } {
  let goesOn = true;
  const counter = { turns: 0, stop: () => void (goesOn = false) };
  const count = () => {
    counter.turns += 1;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  return counter;
}

it("what takes a moment does not wait for each of those that take long and came before", async () => {
  const loop = new LoopTurns();
  const [long, short] = [{}, {}];
  const begun: string[] = [];
  const answer = async (kind: object, name: string, ms: number) => {
    await loop.take(kind);
    begun.push(name);
    work(ms);
  };
  const longOnes = Array.from({ length: 8 }, () => answer(long, "long", 30));
  const shortOnes = Array.from({ length: 8 }, () => answer(short, "short", 0));
  await Promise.all([...longOnes, ...shortOnes]);
  expect(begun.lastIndexOf("short")).toBeLessThanOrEqual(9);
});

it("kinds have the same time: those that take long are not kept waiting for good", async () => {
  const loop = new LoopTurns();
  const [long, short] = [{}, {}];
  const over = new AbortController();
  let longOnes = 0;
  const crowd = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      await loop.take(short);
      work(5);
    }
  });
  while (longOnes < 3) {
    await loop.take(long);
    work(20);
    longOnes += 1;
  }
  over.abort();
  await Promise.all(crowd);
  expect(longOnes).toBe(3);
});

it("a kind that had nothing for long has no more at once for it than the others", async () => {
  const loop = new LoopTurns();
  const [first, late] = [{}, {}];
  for (let i = 0; i < 10; i += 1) {
    await loop.take(first);
    work(15);
  }
  const begun: string[] = [];
  const answer = async (kind: object, name: string) => {
    await loop.take(kind);
    begun.push(name);
    work(15);
  };
  await Promise.all([
    ...Array.from({ length: 4 }, () => answer(first, "first")),
    ...Array.from({ length: 4 }, () => answer(late, "late")),
  ]);
  expect(new Set(begun.slice(0, 4)).size).toBe(2);
});

it("after a long turn some pass before another answer begins, in which others connect and ask", async () => {
  const loop = new LoopTurns();
  const kind = {};
  const first = loop.take(kind).then(() => work(30));
  const second = loop.take(kind);
  await first;
  const between = counting();
  await second;
  between.stop();
  expect(between.turns).toBeGreaterThanOrEqual(8);
});

it("an answer whose turns stay long keeps others waiting for a while only", async () => {
  const loop = new LoopTurns();
  let goesOn = true;
  const go = () => {
    work(15);
    if (goesOn) setImmediate(go);
  };
  setImmediate(go);
  const since = performance.now();
  await loop.take({});
  await loop.take({});
  goesOn = false;
  expect(performance.now() - since).toBeLessThan(1_000);
});
