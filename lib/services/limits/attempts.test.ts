import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { AppError } from "../../core/errors";
import { holdingTurn, holdingWritersPlace } from "../../core/held-turns";
import { attemptKeys, Limiter, type Verdict } from "./attempts";
import { networkOf, networksOf } from "./networks";

const ip = "192.0.2.1";

function aLimiter(limits = {}) {
  const clock = { now: 1_000_000 };
  const limiter = new Limiter("test", { now: () => clock.now, ...limits });
  const guess = (verdict: Verdict, subject = "jane", from: string | null = ip) =>
    limiter.attempt(
      attemptKeys(subject, from),
      async () => verdict,
      (v) => v,
    );
  const refusal = async (subject = "jane", from: string | null = ip) => {
    const error: unknown = await guess("failed", subject, from).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error;
  };
  return { clock, limiter, guess, refusal };
}

describe("a limiter", () => {
  it("allows five failures, then refuses with a wait that grows to ten minutes", async () => {
    const { guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    for (const retryAfter of [120, 240, 480, 600, 600])
      expect(await refusal()).toMatchObject({ code: "too_many", status: 429, extra: { retryAfter } });
  });

  it("lets one try through after the wait and doubles it when that fails", async () => {
    const { clock, guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    clock.now += 60_000;
    await guess("failed");
    expect(await refusal()).toMatchObject({ extra: { retryAfter: 240 } });
  });

  it("keeps whoever holds a turn that others want waiting for a moment only, and no transaction at all", async () => {
    const { limiter, guess } = aLimiter({ now: Date.now, waitInTurnMs: 20 });
    let end = () => {};
    const checked = new Promise<void>((resolve) => (end = resolve));
    const check = () =>
      limiter.attempt(
        attemptKeys("jane", ip),
        () => checked,
        () => "passed",
      );
    const guesses = Array.from({ length: 5 }, check);
    await expect(holdingTurn(() => guess("passed"))).rejects.toMatchObject({ code: "too_many" });
    const patient = guess("passed");
    end();
    await Promise.all(guesses);
    expect(await patient).toBe("passed");
    await expect(holdingWritersPlace(() => guess("passed"))).rejects.toThrow("before the transaction");
  });

  it("forgets after ten minutes", async () => {
    const { clock, guess, refusal } = aLimiter();
    for (let i = 0; i < 5; i += 1) await guess("failed");
    await refusal();
    clock.now += 600_001;
    for (let i = 0; i < 5; i += 1) await guess("failed");
    expect(await refusal()).toMatchObject({ extra: { retryAfter: 120 } });
  });

  it("keeps nobody out for longer than it has said because the clock was set back", async () => {
    const { clock, guess, refusal } = aLimiter();
    clock.now = 86_400_000;
    for (let i = 0; i < 5; i += 1) await guess("failed");
    expect(await refusal()).toMatchObject({ code: "too_many" });
    clock.now = 1_000_000;
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
        limiter.attempt(
          attemptKeys("jane", ip),
          () => Promise.reject(new Error("disk")),
          () => "failed",
        ),
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
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        limiter.attempt(attemptKeys("jane", ip), slowGuess, (ok) => (ok ? "passed" : "failed")),
      ),
    );
    expect(checked).toBe(5);
    expect(results.filter((r) => r.status === "rejected")).toHaveLength(45);
  });

  it("lets fifty right ones that come at once all pass", async () => {
    const { limiter } = aLimiter();
    const right = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    };
    const results = await Promise.all(
      Array.from({ length: 50 }, () => limiter.attempt(attemptKeys("jane", ip), right, () => "passed")),
    );
    expect(results).toHaveLength(50);
  });

  it("keeps nobody waiting for longer than a proxy waits for an answer", async () => {
    const { clock, limiter } = aLimiter();
    const ends: (() => void)[] = [];
    const slow = () => new Promise<void>((end) => ends.push(end));
    const outcomes: string[] = [];
    for (let i = 0; i < 8; i += 1)
      void limiter
        .attempt(attemptKeys("jane", ip), slow, () => "passed")
        .then(
          () => outcomes.push("passed"),
          (error: unknown) => outcomes.push(error instanceof AppError ? error.code : String(error)),
        );
    const endNext = async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    await new Promise((resolve) => setImmediate(resolve));
    await endNext();
    expect([outcomes, ends.length]).toEqual([["passed"], 5]);
    clock.now += 10_001;
    await endNext();
    expect([outcomes.toSorted(), ends.length]).toEqual([["passed", "passed", "too_many"], 5]);
  });

  it("keeps a bounded line and a bounded memory", async () => {
    const { limiter, guess } = aLimiter({ mostInLine: 3, mostKeys: 10 });
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const all = Promise.allSettled(
      Array.from({ length: 10 }, () =>
        limiter.attempt(
          attemptKeys("jane", ip),
          () => gate,
          () => "passed",
        ),
      ),
    );
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
  // Addresses count as one however they are written, and whatever a proxy adds.
  expect(networkOf("::ffff:c000:0201")).toBe("192.0.2.1");
  expect(networkOf("::FFFF:192.0.2.1")).toBe("192.0.2.1");
  expect(networksOf("2001:db8:7:1::1").map(({ name }) => name)).toEqual(["2001:db8:7:1::/64", "2001:db8:7::/48"]);
  expect(networksOf("2001:db8:7::1")[1]).toEqual(networksOf("2001:db8:7:ffff::1")[1]);
  expect(networkOf("no address")).toBe("no address");
});

it("every IPv6 address is of one /64 and one /48, however it is written", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      fc.pre(groups.slice(0, 6).some((each) => each !== 0 && each !== 0xffff));
      const long = groups.map((each) => each.toString(16).padStart(4, "0")).join(":");
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1).toUpperCase();
      expect(networksOf(short)).toEqual(networksOf(long));
      const [narrow, wide] = networksOf(long).map(({ name }) => name);
      expect(narrow).toBe(
        `${groups
          .slice(0, 4)
          .map((each) => each.toString(16))
          .join(":")}::/64`,
      );
      expect(wide).toBe(
        `${groups
          .slice(0, 3)
          .map((each) => each.toString(16))
          .join(":")}::/48`,
      );
    }),
  );
});

describe("a limiter under attack", () => {
  it("keeps a blocked address blocked, whatever names and networks come in between", async () => {
    const { guess, refusal, limiter } = aLimiter({ mostKeys: 500 });
    for (let i = 0; i < 5; i += 1) await guess("failed");
    for (let i = 0; i < 3000; i += 1)
      await guess("failed", `junk${i}`, `10.${i >> 8}.${i & 255}.1`).catch(() => undefined);
    expect(limiter.size).toBeLessThanOrEqual(500 + 1024);
    expect(await refusal()).toMatchObject({ code: "too_many" });
  });

  it("makes no entries for a network that is blocked", async () => {
    const { guess, limiter } = aLimiter();
    for (let i = 0; i < 20; i += 1) await guess("failed", `name${i}`);
    const before = limiter.size;
    for (let i = 0; i < 1000; i += 1)
      await expect(guess("failed", `more${i}`)).rejects.toMatchObject({ code: "too_many" });
    expect(limiter.size).toBe(before);
  });

  it("checks at most a hundred guesses from all of a /48", async () => {
    const { limiter } = aLimiter();
    let checked = 0;
    const work = async () => void (checked += 1);
    for (let i = 0; i < 2000; i += 1)
      await limiter
        .attempt(attemptKeys(`name${i}`, `2001:db8:7:${i.toString(16)}::1`), work, () => "failed")
        .catch(() => undefined);
    expect(checked).toBe(100);
    await limiter.attempt(attemptKeys("name", "2001:db8:8::1"), work, () => "failed");
  });

  type Step = { net: number; name: number; verdict: Verdict; wait: number };
  const steps = fc.array(
    fc.record({
      net: fc.nat(30),
      name: fc.nat(200),
      verdict: fc.constantFrom<Verdict>("failed", "failed", "failed", "passed", "undecided"),
      wait: fc.nat(20_000),
    }),
    { minLength: 50, maxLength: 400 },
  );

  it("refuses whoever it has refused until the time it has said, forgets within bounds, and leaves other networks alone", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence: Step[]) => {
        const { clock, guess, limiter } = aLimiter({ mostKeys: 20 });
        const until = new Map<string, number>();
        const early: string[] = [];
        let failures = 0;
        for (const { net, name, verdict, wait } of sequence) {
          clock.now += wait;
          const [subject, from] = [`name${name}`, `10.0.0.${net}`];
          const error: unknown = await guess(verdict, subject, from).then(
            () => null,
            (e: unknown) => e,
          );
          const key = `${subject} ${from}`;
          if (error === null) {
            if (clock.now < (until.get(key) ?? 0)) early.push(key);
            failures += verdict === "failed" ? 1 : 0;
          } else until.set(key, clock.now + ((error as { extra: { retryAfter: number } }).extra.retryAfter - 1) * 1000);
          expect(limiter.size).toBeLessThanOrEqual(20 + 1024);
        }
        expect(early).toEqual([]);
        // Fewer failures than would fill the memory with keys that refuse, so a new key gets in.
        if (failures < 100) await guess("passed", "jane", "192.0.2.77");
      }),
      { numRuns: 100 },
    );
  });
});
