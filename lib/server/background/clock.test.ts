import { expect, it } from "vitest";
import { clockWatch } from "./clock";

it("a clock that is set forth or back is noticed once, and one that is put right by a little is not", async () => {
  let [ahead, times] = [0, 0];
  const look = clockWatch(
    () => (times += 1),
    () => Date.now() + ahead,
  );
  const turn = { signal: new AbortController().signal, wake: () => undefined };
  const seen: number[] = [];
  for (const step of [0, 400, 7_200_000, 7_200_000, 7_200_400, 0, 0, -86_400_000, 500]) {
    ahead = step;
    expect(await look(turn)).toBeGreaterThan(0);
    seen.push(times);
  }
  expect(seen).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 4]);
});
