import { describe, expect, it, vi } from "vitest";
import { Rate, SharedAllowance } from "./rate";

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

  it("keep nobody out who was counted before the clock was set back", () => {
    let now = 86_400_000;
    const rate = new Rate("tries", 1, () => now);
    rate.take("a");
    now = 1000;
    rate.take("a");
    expect(refused(() => rate.take("a"))).toBe(60);
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
    const rate = new Rate("tries", 2, () => 0, 100);
    rate.take("first");
    for (let i = 0; i < 100; i += 1) rate.take(`name ${i}`);
    rate.take("first");
    rate.take("first");
    rate.take("name 99");
    expect(rate.waitFor("name 99")).toBe(60);
  });

  it("never forget whoever has no room left, however many others come", () => {
    let now = 0;
    const rate = new Rate("tries", 1, () => now, 100);
    rate.take("mallory");
    for (let i = 0; i < 5000; i += 1) rate.waitFor(`name ${i}`);
    expect(rate.waitFor("mallory")).toBe(60);
    expect(rate.size).toBeLessThanOrEqual(100 + 1024);
    const before = rate.size;
    for (let i = 0; i < 100; i += 1) expect(rate.waitFor("mallory")).toBe(60);
    expect(rate.size).toBe(before);
    now = MINUTE;
    rate.take("mallory");
  });

  it("are counted for a whole IPv6 site as well", () => {
    const rate = new Rate("tries", 2, () => 0);
    const taken = Array.from({ length: 100 }, (_, i) => rate.waitForNetwork(`2001:db8:7:${i.toString(16)}::1`)).filter(
      (wait) => wait === null,
    );
    expect(taken).toHaveLength(10);
    rate.takeNetwork("2001:db8:8::1");
    rate.takeNetwork("192.0.2.1");
  });
});

describe("what all strangers together may do", () => {
  const taken = async (allowance: SharedAllowance, ip: string, times = 1) => {
    let count = 0;
    for (let i = 0; i < times; i += 1)
      await allowance.take("below a text", ip).then(
        () => (count += 1),
        (error: unknown) => expect(error).toMatchObject({ code: "too_many" }),
      );
    return count;
  };

  it("is bounded, however many they are", async () => {
    const allowance = new SharedAllowance("bounded", "things", 20);
    let count = 0;
    for (let i = 0; i < 60; i += 1) count += await taken(allowance, `192.0.2.${i}`, 3);
    expect(count).toBe(20);
  });

  it("is not used up by a few networks", async () => {
    const allowance = new SharedAllowance("not used up", "things", 20);
    expect(await taken(allowance, "192.0.2.1", 100)).toBe(11);
    // Addresses of one IPv6 network are not many.
    for (let i = 0; i < 50; i += 1) await taken(allowance, `2001:db8:1:${i}::1`);
    expect(await taken(allowance, "192.0.2.2", 3)).toBe(1);
  });

  it("is not used up by as many as have half of it who come again each minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const allowance = new SharedAllowance("again and again", "things", 20);
      let of = 0;
      for (let i = 0; i < 10; i += 1) of += await taken(allowance, `192.0.2.${i}`, 2);
      expect(of).toBe(20);
      // Whoever is refused meanwhile is the first of a network still.
      expect(await taken(allowance, "198.51.100.1")).toBe(0);
      vi.setSystemTime(Date.now() + MINUTE + 1);
      for (let i = 0; i < 10; i += 1) of += await taken(allowance, `192.0.2.${i}`, 2);
      expect(of).toBe(30);
      for (let i = 1; i <= 10; i += 1) expect(await taken(allowance, `198.51.100.${i}`)).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
