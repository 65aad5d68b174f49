import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { aProgram } from "../testing/program";

/** What a process of its own prints in which Next is loaded between the platform's functions and these lines. */
async function printed(lines: string): Promise<unknown> {
  const program = await aProgram(`
    import { keepPlatform } from "./lib/patches/platform-globals";
    const before = [Date, setImmediate, clearImmediate, process.nextTick];
    const early = new Date();
    ${lines}`);
  const environment = { ...process.env, NODE_ENV: "production" as const };
  return JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8", env: environment }));
}

/** As `prepare` loads it. */
const loadNext = `import("next/dist/server/next-server.js")`;

it("Next replaces them, and afterwards the platform's own are there", async () => {
  expect(
    await printed(`
      const { putBack } = await keepPlatform(() => ${loadNext});
      const same = [Date, setImmediate, clearImmediate, process.nextTick].map((each, i) => each === before[i]);
      console.log(JSON.stringify({ putBack, same, made: [early, new Date()].every((date) => date.constructor === Date) }));`),
  ).toEqual({
    putBack: ["Date", "setImmediate", "clearImmediate", "nextTick"],
    same: [true, true, true, true],
    made: true,
  });
});

it("where nothing was replaced, nothing is put back", async () => {
  expect(await printed(`console.log(JSON.stringify(await keepPlatform(async () => "work")));`)).toEqual({
    result: "work",
    putBack: [],
  });
});

it("what Next holds of its own goes on working", async () => {
  expect(
    await printed(`
      let theirs;
      await keepPlatform(async () => {
        await ${loadNext};
        theirs = { Date, setImmediate, nextTick: process.nextTick };
      });
      const order = [];
      await new Promise((resolve) => {
        theirs.setImmediate(() => { order.push("immediate"); resolve(); });
        theirs.nextTick(() => order.push("tick"));
      });
      const made = new theirs.Date(5);
      console.log(JSON.stringify({ order, is: made instanceof Date, time: made.getTime() }));`),
  ).toEqual({ order: ["tick", "immediate"], is: true, time: 5 });
});
