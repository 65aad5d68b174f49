import { array, assert, constantFrom, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../testing/cost";
import { Lines } from "./lines";

/** The longest of all lines, looked for in all of them. */
function mostOf(lines: Lines<number>): { name: string; length: number } {
  let most = { name: "", length: 0 };
  for (const [name, { length }] of lines.all) if (length > most.length) most = { name, length };
  return most;
}

describe("the longest line", () => {
  it("is known after anything that happened to the lines", () =>
    assert(
      property(
        array(tuple(constantFrom("join", "first", "last", "next", "longest"), constantFrom("a", "b", "c", "d"))),
        (steps) => {
          const lines = new Lines<number>();
          for (const [n, [what, name]] of steps.entries()) {
            if (what === "join") lines.join(name, n);
            else if (what === "next") lines.next();
            else if (what !== "longest") lines.take(name, what);
            // Not each time, since the first question changes what is kept.
            const { name: longest = "", length = 0 } = what === "longest" ? (lines.longest() ?? {}) : mostOf(lines);
            expect([length, lines.all.get(longest)?.length ?? 0]).toEqual([mostOf(lines).length, length]);
          }
        },
      ),
      { numRuns: 300 },
    ));

  it("of as many is the one that is so for the longest time", () => {
    const lines = new Lines<number>();
    for (const name of ["a", "b", "b", "a"]) lines.join(name, 0);
    expect(lines.longest()).toEqual({ name: "a", length: 2 });
    lines.take("a", "last");
    expect(lines.longest()).toEqual({ name: "b", length: 2 });
    lines.join("a", 0);
    expect(lines.longest()).toEqual({ name: "b", length: 2 });
  });

  it("is found among thousands at once", () => {
    const lines = new Lines<number>();
    for (let n = 0; n < 2_000; n += 1) lines.join(`${n}`, n);
    const { cost } = costOf(() => {
      for (let n = 0; n < 20_000; n += 1) {
        lines.join(`another ${n}`, n);
        lines.take(lines.longest()?.name ?? "", "last");
      }
    });
    expect(lines.length).toBe(2_000);
    expect(cost).toBeLessThan(150);
  });
});
