import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Supervisor } from "./supervisor";

type Line = { loop: string; failures: number; retryMs: number };

function watched(first = 1, longest = 8) {
  const lines: Line[] = [];
  const recovered: [string, number][] = [];
  const reports = {
    failed: (loop: string, _error: unknown, failures: number, retryMs: number) =>
      void lines.push({ loop, failures, retryMs }),
    recovered: (loop: string, failures: number) => void recovered.push([loop, failures]),
  };
  return { supervisor: new Supervisor(reports, { first, longest }), lines, recovered };
}

describe("a loop", () => {
  it("goes on after any row of failures, and is told of at the first, second, fourth and so on", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (failing) => {
        const { supervisor, lines, recovered } = watched(0.01, 0.1);
        let rounds = 0;
        const done = new Promise<void>((resolve) =>
          supervisor.begin("work", async () => {
            rounds += 1;
            if (rounds <= failing) throw new Error(`round ${rounds}`);
            resolve();
            return null;
          }),
        );
        await done;
        await expect
          .poll(() => supervisor.status())
          .toMatchObject([{ name: "work", state: "waiting", failures: 0, error: null, lastSuccess: expect.any(Date) }]);
        expect(lines.map(({ failures }) => failures)).toEqual([1, 2, 4, 8].filter((n) => n <= failing));
        expect(recovered).toEqual([["work", failing]]);
        await supervisor.stop();
      }),
      { numRuns: 20 },
    );
  });

  it("that throws before it waits for anything is caught like any other", async () => {
    const { supervisor, lines } = watched();
    supervisor.begin("sudden", () => {
      throw new Error("at once");
    });
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    expect(supervisor.status()).toMatchObject([{ state: "failing", error: "at once", lastSuccess: null }]);
    await supervisor.stop();
  });

  it("that is stopped reports what fails meanwhile, and not that it was given up", async () => {
    for (const [error, told] of [
      [null, 0],
      [new Error("failed as well"), 1],
    ] as const) {
      const { supervisor, lines } = watched();
      await new Promise<void>((begun) =>
        supervisor.begin("slow", ({ signal }) => {
          begun();
          return new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(error ?? (signal.reason as Error))),
          );
        }),
      );
      await supervisor.stop();
      expect(lines).toHaveLength(told);
    }
  });

  it("waits for what is due in years, and does not spin meanwhile", async () => {
    const { supervisor } = watched();
    const year = 365 * 86_400_000;
    const rounds = { far: 0, near: 0 };
    supervisor.begin("far", async () => {
      rounds.far += 1;
      return 2 * year;
    });
    supervisor.begin("near", async () => {
      rounds.near += 1;
      return 1;
    });
    await expect.poll(() => rounds.near).toBeGreaterThan(20);
    expect(rounds.far).toBe(1);
    await supervisor.stop();
  });

  it("waits longer after each failure, up to a bound, whoever wakes it meanwhile", async () => {
    const { supervisor, lines } = watched(10, 40);
    const begun: number[] = [];
    const loop = supervisor.begin("work", async () => {
      begun.push(Date.now());
      throw new Error("still");
    });
    const waking = setInterval(loop.wake, 1);
    await expect.poll(() => begun.length, { interval: 5 }).toBe(6);
    clearInterval(waking);
    await supervisor.stop();
    // The 1st, 2nd and 4th failure are reported.
    const told = [8, 16, 32];
    expect(
      lines.map(({ retryMs }) => retryMs).every((ms, i) => ms >= (told[i] ?? 0) && ms <= (told[i] ?? 0) * 1.5),
    ).toBe(true);
    const least = [8, 16, 32, 32, 32];
    // Timers may be early by the rounding of their clock.
    expect(begun.slice(1).every((time, i) => time - (begun[i] ?? 0) >= (least[i] ?? 0) - 1)).toBe(true);
  });

  it("runs one round at a time; who wakes it during one gets another after it", async () => {
    const { supervisor } = watched();
    let [inside, most, rounds] = [0, 0, 0];
    const loop = supervisor.begin("work", async () => {
      most = Math.max(most, (inside += 1));
      rounds += 1;
      if (rounds === 1) for (let i = 0; i < 5; i += 1) loop.wake();
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      return null;
    });
    await expect.poll(() => rounds).toBe(2);
    expect(most).toBe(1);
    loop.wake();
    await expect.poll(() => rounds).toBe(3);
    await supervisor.stop();
  });

  it("comes back by itself when it said so", async () => {
    const { supervisor } = watched();
    let rounds = 0;
    supervisor.begin("work", async () => ((rounds += 1) < 4 ? 1 : null));
    await expect.poll(() => rounds).toBe(4);
    await supervisor.stop();
  });
});

describe("stopping", () => {
  it("tells each loop, the youngest first, waits for its round, and begins no other", async () => {
    const { supervisor } = watched();
    const ended: string[] = [];
    let rounds = 0;
    const untilStopped = (name: string) =>
      supervisor.begin(name, async ({ signal, wake }) => {
        rounds += 1;
        wake();
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        ended.push(name);
        return 1;
      });
    const loops = ["first", "second"].map(untilStopped);
    await expect.poll(() => rounds).toBe(2);
    await supervisor.stop();
    for (const loop of loops) loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(["second", "first"]);
    expect(rounds).toBe(2);
    expect(supervisor.status().map(({ state }) => state)).toEqual(["stopped", "stopped"]);
  });

  it("lets go of what each held, also where one of them fails at it", async () => {
    const { supervisor, lines } = watched();
    const ended: string[] = [];
    supervisor.begin("first", async () => null, { onStop: () => void ended.push("first") });
    supervisor.begin("second", async () => null, { onStop: () => Promise.reject(new Error("gone already")) });
    await supervisor.stop();
    expect([ended, lines.map(({ loop }) => loop)]).toEqual([["first"], ["second"]]);
  });

  it("tries again at once where the cause of failures is over", async () => {
    const { supervisor, lines } = watched(60_000, 60_000);
    let works = false;
    supervisor.begin("work", () => (works ? Promise.resolve(null) : Promise.reject(new Error("no"))));
    await expect.poll(() => lines.length).toBe(1);
    works = true;
    supervisor.retry();
    await expect.poll(() => supervisor.status()[0]?.state).toBe("waiting");
    await supervisor.stop();
  });

  it("does not wait for the next try of a loop that fails", async () => {
    const { supervisor, lines } = watched(60_000, 60_000);
    supervisor.begin("work", () => Promise.reject(new Error("no")));
    await expect.poll(() => lines.length).toBe(1);
    await supervisor.stop();
    expect(lines).toHaveLength(1);
  });
});
