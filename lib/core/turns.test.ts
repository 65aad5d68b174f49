import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { AppError } from "./errors";
import { holdingWritersPlace, lineOf, WRITER } from "./held-turns";
import { Left } from "./sender";
import { Turns } from "./turns";
import { WaitingLine } from "./waiting-line";

/** Work that ends when told to, in the order in which it began. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, ends, work, endNext };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it("whoever asks for many waits for their own: another one is next but one", async () => {
  const { begun, work, endNext } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 100, retryAfter: 5 });
  for (let i = 0; i < 50; i += 1) void turns.take("crowd", work("crowd"));
  void turns.take("somebody", work("somebody"));
  await nextTick();
  expect(turns.waiting).toBe(50);
  await endNext();
  await endNext();
  expect(begun).toEqual(["crowd", "crowd", "somebody"]);
});

it("whoever has waited for too long is refused, also where the one before never ends, and later ones have their turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, work, endNext } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 100, retryAfter: 5, longestMs: 500 });
  const refused: string[] = [];
  const take = (name: string) => void turns.take(name, work(name)).catch(() => refused.push(name));
  for (const name of ["first", "crowd", "crowd", "other"]) take(name);
  await vi.advanceTimersByTimeAsync(300);
  take("late");
  await vi.advanceTimersByTimeAsync(199);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(refused).toEqual(["crowd", "crowd", "other"]);
  expect([begun, turns.waiting]).toEqual([["first"], 1]);
  await endNext();
  expect(begun).toEqual(["first", "late"]);
  take("hung");
  await vi.advanceTimersByTimeAsync(501);
  expect(refused).toContain("hung");
});

it("what nobody waits for any more is not done, and takes no place of others", async () => {
  const { begun, work, endNext } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 10, retryAfter: 5 });
  const refused: unknown[] = [];
  const gone = new Set<string>();
  const take = (name: string) =>
    void turns
      .take(name, work(name), { hasLeft: () => gone.has(name) })
      .catch((error: unknown) => void refused.push([name, error]));
  const crowd = Array.from({ length: 10 }, (_, n) => `crowd ${n}`);
  for (const name of ["first", ...crowd]) take(name);
  for (const name of crowd.slice(1)) gone.add(name);
  take("somebody");
  await nextTick();
  expect(refused).toEqual(crowd.slice(1).map((name) => [name, expect.any(Left)]));
  take("one more");
  gone.add("somebody");
  for (let i = 0; i < 3; i += 1) await endNext();
  expect([begun, turns.waiting]).toEqual([["first", "crowd 0", "one more"], 0]);
  take("later");
  expect(begun.at(-1)).toBe("later");
});

it("where too many wait, the longest line loses its last, and others are let in", async () => {
  const { work } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 10, retryAfter: 7 });
  const refused: unknown[] = [];
  const take = (name: string) =>
    turns.take(name, work(name)).catch((error: unknown) => void refused.push([name, error]));
  for (let i = 0; i < 30; i += 1) void take("crowd");
  for (const name of ["a", "b", "c"]) void take(name);
  await nextTick();
  expect(turns.waiting).toBe(10);
  const busy: unknown = expect.objectContaining({
    code: "unavailable",
    status: 503,
    extra: { reason: "busy", retryAfter: 7 },
  });
  expect(refused).toEqual(Array.from({ length: 22 }, () => ["crowd", busy]));
});

it("only so much of one name waits, where that is bounded, and others are let in", async () => {
  const { work, endNext } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 100, mostOfOne: 3, retryAfter: 5 });
  const take = (name: string) => turns.take(name, work(name)).catch((error: unknown) => error);
  const crowd = Array.from({ length: 6 }, () => take("crowd"));
  const somebody = take("somebody");
  await nextTick();
  expect(turns.waiting).toBe(4);
  for (let i = 0; i < 5; i += 1) await endNext();
  const refused: unknown = expect.objectContaining({ code: "unavailable" });
  expect(await Promise.all(crowd)).toEqual([...Array.from({ length: 4 }), refused, refused]);
  expect(await somebody).toBeUndefined();
});

it("whoever has had less goes first and is refused last, however many others wait", async () => {
  const { begun, work, endNext } = works();
  const had = new Map<string, number>(Array.from({ length: 30 }, (_, i) => [`crowd ${i}`, 1 + (i % 3)]));
  const turns = new Turns({ atOnce: 1, mostWaiting: 10, retryAfter: 5, had: (name) => had.get(name) ?? 0 });
  const refused: string[] = [];
  const take = (name: string) => turns.take(name, work(name)).catch(() => void refused.push(name));
  for (const name of had.keys()) void take(name);
  for (const name of ["first", "second"]) void take(name);
  for (const name of had.keys()) void take(name);
  await nextTick();
  expect(turns.waiting).toBe(10);
  expect(refused).toHaveLength(51);
  for (let i = 0; i < 3; i += 1) await endNext();
  // Those of the crowd that have had the least stay.
  expect(begun).toEqual(["crowd 0", "first", "second", "crowd 3"]);
});

it("whoever has had some and waits for one more is not refused for the hundreds of somebody who has just come", async () => {
  const { work } = works();
  const turns = new Turns({ atOnce: 1, mostWaiting: 100, retryAfter: 5, had: (name) => (name === "reader" ? 40 : 0) });
  const refused: string[] = [];
  const take = (name: string) => turns.take(name, work(name)).catch(() => void refused.push(name));
  for (let i = 0; i < 90; i += 1) void take("newcomer");
  void take("reader");
  for (let i = 0; i < 90; i += 1) void take("newcomer");
  await nextTick();
  expect([turns.waiting, refused.length, refused.includes("reader")]).toEqual([100, 80, false]);
});

it("however works come, fail and end, no more than so many run, all that are not refused run, and places come back", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), fails: fc.boolean(), ticks: fc.nat(3) })),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 8 }),
      async (all, atOnce, mostWaiting) => {
        const turns = new Turns({ atOnce, mostWaiting, retryAfter: 1 });
        let [running, most, ran] = [0, 0, 0];
        const outcomes = await Promise.allSettled(
          all.map(({ name, fails, ticks }) =>
            turns.take(name, async () => {
              running += 1;
              most = Math.max(most, running);
              for (let i = 0; i < ticks; i += 1) await nextTick();
              running -= 1;
              ran += 1;
              if (fails) throw new Error("failed");
            }),
          ),
        );
        const refused = outcomes.filter((each) => each.status === "rejected" && each.reason instanceof AppError).length;
        expect(most).toBeLessThanOrEqual(atOnce);
        expect(ran + refused).toBe(all.length);
        expect(refused).toBe(Math.max(0, all.length - atOnce - mostWaiting));
        expect(turns.waiting).toBe(0);
        await turns.take("a", async () => undefined);
      },
    ),
  );
});

it("whoever has a turn does not wait in other lines behind all else of the same name", async () => {
  const [places, other] = [1, 1].map((atOnce) => new Turns({ atOnce, mostWaiting: 100, retryAfter: 5 })) as [
    Turns,
    Turns,
  ];
  const { begun, work, endNext } = works();
  for (let i = 0; i < 50; i += 1) void other.take("crowd", work("crowd"));
  const nested = places.take("crowd", () => other.take("crowd", work("in its turn")));
  await nextTick();
  await endNext();
  await endNext();
  expect(begun).toEqual(["crowd", "crowd", "in its turn"]);
  await endNext();
  await nested;
});

it("jobs for a worker are in lines of their own, too, while somebody has a turn", async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 100, retryAfter: 5 });
  const jobs = new WaitingLine<string>({ most: 100, mostBytes: 1000, retryAfter: 5 }, () => undefined);
  for (let i = 0; i < 50; i += 1) jobs.join("crowd", 1, "crowd");
  await turns.take("crowd", async () => jobs.join("in its turn", 1, "crowd"));
  expect([jobs.next(), jobs.next()]).toEqual(["crowd", "in its turn"]);
});

it("the writer's place is the foremost that somebody holds, and what outlives a turn has none", async () => {
  const turns = new Turns({ atOnce: 2, mostWaiting: 100, retryAfter: 5 });
  const seen: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let later: Promise<unknown> = Promise.resolve();
  await turns.take("one", async (line) => {
    seen.push(line, lineOf("one"));
    later = ended.then(() => seen.push(lineOf("one")));
    await holdingWritersPlace(() => turns.take("one", async () => seen.push(lineOf("one"))));
    seen.push(lineOf("one"));
  });
  end();
  await later;
  expect(seen).toEqual(["one", "one in its turn", WRITER, "one in its turn", "one"]);
});
