import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runInOrder, type Stage } from "./order.mjs";

/** Runs these stages, each for a moment; answers what ran beside what, and what was left out. */
async function run(stages: Stage[], failing: string[] = []) {
  const now = new Set<string>();
  const together: string[] = [];
  const outcomes = await runInOrder(stages, async (stage) => {
    now.add(stage.name);
    together.push([...now].join("+"));
    await wait(5);
    now.delete(stage.name);
    return { stage, ok: !failing.includes(stage.name) };
  });
  return { together, left: outcomes.filter(({ note }) => note !== undefined).map(({ stage }) => stage.name) };
}

describe("stages", () => {
  it("run two at a time where each takes one core, and alone where they take both", async () => {
    const { together } = await run([
      { name: "a", cores: 1 },
      { name: "b", cores: 1 },
      { name: "c", cores: 2 },
      { name: "d", cores: 1 },
    ]);
    expect(together).toEqual(["a", "a+b", "c", "d"]);
  });

  it("wait for those they need or come after", async () => {
    const { together } = await run([
      { name: "a", cores: 1 },
      { name: "b", cores: 1, needs: ["a"] },
      { name: "c", cores: 1, after: ["a", "b"] },
    ]);
    expect(together).toEqual(["a", "b", "c"]);
  });

  it("are left out where what they need failed, and run after what failed otherwise", async () => {
    const stages: Stage[] = [
      { name: "a", cores: 1 },
      { name: "b", cores: 1, needs: ["a"] },
      { name: "c", cores: 1, after: ["a"] },
    ];
    const { together, left } = await run(stages, ["a"]);
    expect([together.at(-1), left]).toEqual(["c", ["b"]]);
  });
});
