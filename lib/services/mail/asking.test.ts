import { expect, it } from "vitest";
import { mayAskAgain } from "./asking";

it("an address is asked again after a week, and where a clock that was ahead had noted when", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const inDays = (days: number) => mayAskAgain(new Date(now.getTime() + days * 86_400_000), now);
  expect([-8, -6, 0, 0.01, 1, 365].map(inDays)).toEqual([true, false, false, false, true, true]);
});
