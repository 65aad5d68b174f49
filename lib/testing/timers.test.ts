import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { boundTimers } from "./timers";

const { setTimeout: before } = globalThis;
afterEach(() => void (globalThis.setTimeout = before));

it("a timer that is to wait for months is not called at once, and others are called as before", async () => {
  boundTimers();
  const called: string[] = [];
  // Without a bound it would wait for one millisecond, and so be called before the next.
  const late = setTimeout(() => called.push("in months"), 2 ** 34);
  await new Promise<void>((resolve) => {
    setTimeout((name: string) => resolve(void called.push(name)), 2, "soon");
  });
  expect(await promisify(setTimeout)(1, "promised")).toBe("promised");
  clearTimeout(late);
  expect(called).toEqual(["soon"]);
});
