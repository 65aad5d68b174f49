import { expect, it } from "vitest";
import { type ImportRow, isAbandoned } from "./lease";

it("an import is at work while its lease lasts, and not until a clock that was ahead is right", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const isLeft = (seconds: number) =>
    isAbandoned(
      {
        leaseOwner: "another server",
        leaseUntil: new Date(now.getTime() + seconds * 1000),
        machine: "another machine",
      } as ImportRow,
      now,
    );
  expect([-1, 0, 30, 600, 365 * 86_400].map(isLeft)).toEqual([true, false, false, false, true]);
});
