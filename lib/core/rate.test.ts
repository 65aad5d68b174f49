import { describe, expect, it } from "vitest";
import { Rate } from "./rate";

const MINUTE = 60_000;
const refused = (work: () => void) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: string; extra: { retryAfter?: number } }).extra.retryAfter ?? -1;
  }
};

describe("so many a minute", () => {
  it("are counted for each name, and forgotten after a minute", () => {
    let now = 1000;
    const rate = new Rate("tries", 2, () => now);
    rate.take("a");
    now += 10_000;
    rate.take("a");
    expect(refused(() => rate.take("a"))).toBe(50);
    rate.take("b");
    now += 49_999;
    expect(refused(() => rate.take("a"))).toBe(1);
    now += 1;
    rate.take("a");
    expect(refused(() => rate.take("a"))).toBe(10);
    now += MINUTE;
    rate.take("a");
    rate.take("a");
  });

  it("do not grow by being refused", () => {
    let now = 0;
    const rate = new Rate("tries", 1, () => now);
    rate.take("a");
    for (let i = 0; i < 100; i += 1) {
      now += 500;
      expect(refused(() => rate.take("a"))).toBeGreaterThan(0);
    }
    now = MINUTE;
    rate.take("a");
  });

  it("are remembered for so many names, those not heard of for longest forgotten first", () => {
    const rate = new Rate("tries", 1, () => 0);
    for (let i = 0; i <= 20_000; i += 1) rate.take(`name ${i}`);
    expect(rate.waitFor("name 20000")).toBe(60);
    expect(rate.waitFor("name 1")).toBe(60);
    expect(rate.waitFor("name 0")).toBeNull();
  });
});
