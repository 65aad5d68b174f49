import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { counters } from "../../../db/schema";
import { freshDatabase, stored } from "../../testing/setup";
import { attemptKeys, Limiter, type Verdict } from "./attempts";
import { keepCounters, recallCounters } from "./keeping";
import { allKeptNames } from "./kept-names";
import { SharedRate } from "./rate";

beforeEach(async () => {
  await freshDatabase();
  for (const names of allKeptNames()) names.take();
});

/** What a process does at its end, and the next one at its start. */
async function restart(): Promise<void> {
  await keepCounters();
  await recallCounters();
}

type Step = { verdict: Verdict; subject: string; gap: number };
const steps = fc.array(
  fc.record({
    verdict: fc.constantFrom<Verdict>("failed", "failed", "failed", "passed", "undecided"),
    subject: fc.constantFrom("jane", "joan"),
    gap: fc.constantFrom(0, 1000, 61_000, 300_000),
  }),
  { maxLength: 30 },
);

it.skipIf(postgres)("guesses are allowed and refused after a restart as without one", async () => {
  const answers = async (things: string, sequence: readonly Step[], restartBefore: number) => {
    const clock = { now: Date.now() };
    const make = () => new Limiter(things, { now: () => clock.now });
    let limiter = make();
    const found: unknown[] = [];
    for (const [i, { verdict, subject, gap }] of sequence.entries()) {
      clock.now += gap;
      if (i === restartBefore) {
        await restart();
        limiter = make();
      }
      found.push(
        await limiter
          .attempt(
            attemptKeys(subject, "192.0.2.1"),
            async () => verdict,
            (each) => each,
          )
          .catch((error: unknown) => (error as { extra: { retryAfter: number } }).extra.retryAfter),
      );
    }
    return found;
  };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(30), async (sequence, at) => {
      const name = `guesses ${(run += 1)}`;
      expect(await answers(`${name} restarted`, sequence, at)).toEqual(await answers(name, sequence, -1));
    }),
    { numRuns: 60 },
  );
});

it.skipIf(postgres)("things of strangers are counted over a restart, under names that tell nothing", async () => {
  const make = () => new SharedRate("kept", "things", 3);
  const before = make();
  for (let i = 0; i < 2; i += 1) expect(await before.waitForNetwork("192.0.2.1")).toBeNull();
  await restart();
  const names = (await stored().select({ name: counters.name }).from(counters)).map(({ name }) => name);
  expect(names).toHaveLength(1);
  expect(names.join()).not.toContain("192");
  const after = make();
  expect(await after.waitForNetwork("192.0.2.1")).toBeNull();
  expect(await after.waitForNetwork("192.0.2.1")).toBeGreaterThan(50);
  expect(await after.waitForNetwork("192.0.2.2")).toBeNull();
});

it("things with the same name for people are counted apart", async () => {
  const [asked, stays] = [new SharedRate("asked", "things", 2), new SharedRate("stays", "things", 1)];
  for (const rate of [asked, asked, stays]) expect(await rate.waitForNetwork("192.0.2.1")).toBeNull();
  for (const rate of [asked, stays]) expect(await rate.waitForNetwork("192.0.2.1")).not.toBeNull();
});
