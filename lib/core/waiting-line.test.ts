import fc from "fast-check";
import { expect, it } from "vitest";
import { AppError } from "./errors";
import { WaitingLine } from "./waiting-line";

const refusalOf = (work: () => void): AppError | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

function waiting(bounds: { most: number; mostBytes: number }) {
  const refused: string[] = [];
  const line = new WaitingLine<string>({ ...bounds, retryAfter: 5 }, (job, error) => {
    expect(error).toMatchObject({ code: "unavailable", extra: { retryAfter: 5 } });
    refused.push(job);
  });
  return { line, refused };
}

it("a waiting line is bounded in number and in bytes, and takes what is larger than both when it is empty", () => {
  const { line } = waiting({ most: 3, mostBytes: 100 });
  line.join("large", 1000);
  expect(refusalOf(() => line.join("small", 1))).toMatchObject({
    code: "unavailable",
    status: 503,
    extra: { retryAfter: 5 },
  });
  expect(line.next()).toBe("large");
  for (const name of ["a", "b", "c"]) line.join(name, 30);
  expect(refusalOf(() => line.join("d"))).toMatchObject({ code: "unavailable" });
  expect(line.next()).toBe("a");
  expect(refusalOf(() => line.join("e", 41))).toMatchObject({ code: "unavailable" });
  line.join("e", 40);
  line.putBack("a");
  expect(line.empty()).toEqual(["a", "b", "c", "e"]);
  expect([line.next(), line.length]).toEqual([undefined, 0]);
  line.join("again", 100);
});

it("whoever wants much waits for it alone: another is next but one", () => {
  const { line } = waiting({ most: 100, mostBytes: 1000 });
  for (let i = 0; i < 5; i += 1) line.join(`crowd ${i}`, 1, "crowd");
  line.join("somebody", 1, "somebody");
  line.putBack("again");
  expect(line.empty()).toEqual(["again", "crowd 0", "somebody", "crowd 1", "crowd 2", "crowd 3", "crowd 4"]);
});

it("where there is no room, whoever has most of it loses the last, or is refused", () => {
  const { line, refused } = waiting({ most: 100, mostBytes: 100 });
  for (let i = 0; i < 10; i += 1) line.join(`crowd ${i}`, 10, "crowd");
  line.join("somebody", 25, "somebody");
  expect(refused).toEqual(["crowd 9", "crowd 8", "crowd 7"]);
  expect(refusalOf(() => line.join("crowd 10", 10, "crowd"))).toMatchObject({ code: "unavailable" });
  // With 60 more, this name would hold more than the crowd, so it is refused instead of displacing them.
  expect(refusalOf(() => line.join("more", 60, "somebody"))).toMatchObject({ code: "unavailable" });
  expect(line.length).toBe(8);
});

it("however jobs come, no more wait than there is room for, and each is done or refused once", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ name: fc.constantFrom("a", "b", "c"), bytes: fc.nat(60) }),
          fc.constantFrom("next" as const, "again" as const),
        ),
        { maxLength: 200 },
      ),
      (steps) => {
        const { line, refused } = waiting({ most: 8, mostBytes: 100 });
        const [sent, done] = [new Map<string, number>(), [] as string[]];
        let [refusedAtOnce, longest] = [0, 0];
        for (const step of steps) {
          if (typeof step === "object") {
            const job = `${sent.size}`;
            sent.set(job, step.bytes);
            if (refusalOf(() => line.join(job, step.bytes, step.name))) refusedAtOnce += 1;
            longest = Math.max(longest, line.length);
            continue;
          }
          const job = line.next();
          if (job === undefined) continue;
          if (step === "again") line.putBack(job);
          else done.push(job);
        }
        const left = line.empty();
        const ended = [...done, ...refused, ...left];
        expect(new Set(ended).size).toBe(ended.length);
        expect(ended.length + refusedAtOnce).toBe(sent.size);
        expect(longest).toBeLessThanOrEqual(8);
      },
    ),
  );
});
