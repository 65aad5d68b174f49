import { describe, expect, it } from "vitest";
import { attemptKeys, Limiter, networkOf, type Verdict } from "./attempts";

const ip = "192.0.2.1";

function aLimiter(limits = {}) {
  const clock = { now: 1_000_000 };
  const limiter = new Limiter({ now: () => clock.now, ...limits });
  const guess = (verdict: Verdict, subject = "jane", from: string | null = ip) => limiter.attempt(attemptKeys(subject, from), async () => verdict, (v) => v);
  const refusal = async (subject = "jane", from: string | null = ip) => {
    const error: unknown = await guess("failed", subject, from).then(() => null, (e) => e);
    return error;
  };
  return { clock, limiter, guess, refusal };
}

describe("a limiter", () => {
  it("allows five failures, then refuses with a wait that grows to ten minutes", async () => {
    const { guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    for (const retryAfter of [120, 240, 480, 600, 600]) expect(await refusal()).toMatchObject({ code: "too_many", status: 429, extra: { retryAfter } });
  });

  it("lets one try through after the wait and doubles it when that fails", async () => {
    const { clock, guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    clock.now += 60_000;
    await guess("failed");
    expect(await refusal()).toMatchObject({ extra: { retryAfter: 240 } });
  });

  it("forgets after ten minutes", async () => {
    const { clock, guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    await refusal();
    clock.now += 600_001;
    for (let i = 0; i < 5; i += 1) await guess("failed");
    expect(await refusal()).toMatchObject({ extra: { retryAfter: 120 } });
  });

  it("clears subject and address after a success, not the address's own count", async () => {
    const { guess, refusal } = aLimiter();
    for (let round = 0; round < 5; round += 1) {
      for (let i = 0; i < 4; i += 1) await guess("failed");
      if (round < 4) await guess("passed");
    }
    expect(await refusal("somebody else")).toMatchObject({ code: "too_many" });
  });

  it("counts an undecided attempt neither way", async () => {
    const { guess, refusal } = aLimiter();
    for (let i = 0; i < 4; i += 1) await guess("failed");
    for (let i = 0; i < 30; i += 1) await guess("undecided");
    await guess("failed");
    expect(await refusal()).toMatchObject({ code: "too_many" });
  });

  it("counts work that throws as undecided", async () => {
    const { limiter, guess } = aLimiter();
    for (let i = 0; i < 30; i += 1)
      await expect(
        limiter.attempt(attemptKeys("jane", ip), () => Promise.reject(new Error("disk")), () => "failed"),
      ).rejects.toThrow("disk");
    await guess("failed");
  });

  it("refuses an address after twenty failures with twenty names, and no other address", async () => {
    const { guess, refusal } = aLimiter();
    for (let i = 0; i < 20; i += 1) await guess("failed", `name${i}`);
    expect(await refusal("name99")).toMatchObject({ code: "too_many" });
    await guess("passed", "name1", "192.0.2.2");
  });

  it("checks at most five of fifty wrong guesses that come at once", async () => {
    const { limiter } = aLimiter();
    let checked = 0;
    const slowGuess = async () => {
      checked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return false;
    };
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => limiter.attempt(attemptKeys("jane", ip), slowGuess, (ok) => (ok ? "passed" : "failed"))));
    expect(checked).toBe(5);
    expect(results.filter((r) => r.status === "rejected")).toHaveLength(45);
  });

  it("lets fifty right ones that come at once all pass", async () => {
    const { limiter } = aLimiter();
    const right = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    };
    const results = await Promise.all(Array.from({ length: 50 }, () => limiter.attempt(attemptKeys("jane", ip), right, () => "passed")));
    expect(results).toHaveLength(50);
  });

  it("keeps a bounded line and a bounded memory", async () => {
    const { limiter, guess } = aLimiter({ mostInLine: 3, mostKeys: 10 });
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const all = Promise.allSettled(Array.from({ length: 10 }, () => limiter.attempt(attemptKeys("jane", ip), () => gate, () => "passed")));
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await all).filter((r) => r.status === "rejected")).toHaveLength(2);
    for (let i = 0; i < 100; i += 1) await guess("failed", `name${i}`, `10.0.0.${i}`);
    await guess("failed", "name0", "10.0.0.0");
  });
});

it("an address stands for its IPv6 network, or for itself", () => {
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf(null)).toBe("unknown");
  expect(networkOf("2001:db8:0:1:aaaa::1")).toBe(networkOf("2001:0DB8::1:bbbb:0:0:2"));
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8:0:2::1"));
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
