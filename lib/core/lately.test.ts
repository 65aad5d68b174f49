import { expect, it } from "vitest";
import { Lately } from "./lately";

function counting(most = 100) {
  const time = { now: 0 };
  const lately = new Lately(1_000, most, () => time.now);
  return { time, lately };
}

it("counts what was done under a name in this span and in the one before", () => {
  const { time, lately } = counting();
  lately.note("a");
  lately.note("a");
  time.now = 1_500;
  lately.note("a");
  expect([lately.of("a"), lately.of("b")]).toEqual([3, 0]);
  time.now = 2_500;
  expect(lately.of("a")).toBe(1);
  time.now = 9_000;
  expect(lately.of("a")).toBe(0);
});

it("keeps the names of two spans at most, however many there are", () => {
  const { lately } = counting(10);
  for (let i = 0; i < 35; i += 1) lately.note(`name ${i}`);
  expect(Array.from({ length: 35 }, (_, i) => lately.of(`name ${i}`)).filter((count) => count > 0)).toHaveLength(15);
  expect(lately.of("name 34")).toBe(1);
});
