import { expect, it } from "vitest";
import { memoryInUse } from "../testing/memory";
import { ownText } from "./own-text";

/** Beginnings of long texts that nobody keeps whole, and what they take of memory. */
function kept(of: (text: string) => string): { all: string[]; bytes: number } {
  const before = memoryInUse().objects;
  const all = Array.from({ length: 500 }, (_, i) =>
    of(
      Buffer.from(`/archives/number-${i}?${"x".repeat(40_000)}`)
        .toString("latin1")
        .split("?", 1)[0] ?? "",
    ),
  );
  return { all, bytes: memoryInUse().objects - before };
}

it("keeps nothing of the longer text that a part was taken from", () => {
  const [parts, own] = [kept((text) => text), kept(ownText)];
  expect(own.all).toEqual(parts.all);
  // Half of what they hold at least, since the process frees other things meanwhile.
  expect(parts.bytes).toBeGreaterThan(500 * 20_000);
  expect(own.bytes).toBeLessThan(500 * 4_000);
});
