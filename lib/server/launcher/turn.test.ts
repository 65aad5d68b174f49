import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? tmpdir(), "turn-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const turn = pathToFileURL(join(process.cwd(), "lib/server/launcher/turn.mjs")).href;
/** Installs as npm does: removes everything first, so that others see half of it meanwhile. */
const program = `
  import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
  import { setTimeout } from "node:timers/promises";
  import { inTurn } from ${JSON.stringify(turn)};
  await inTurn("mark", () => console.log("waiting"), async () => {
    if (existsSync("at-work")) throw new Error("two at once");
    writeFileSync("at-work", "");
    console.log("begun");
    if (process.argv[1] === "until asked") while (!existsSync("enough")) await setTimeout(20);
    else await setTimeout(Number(process.argv[1]));
    rmSync("at-work");
    writeFileSync(String(process.pid), "");
  });`;

type Ended = { code: number | null; out: string };
function start(duration: number | "until asked") {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, String(duration)], { cwd: folder });
  let out = "";
  child.stderr.on("data", (chunk) => (out += String(chunk)));
  const says = (word: string) => expect.poll(() => out).toContain(word);
  const begun = new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk) => {
      out += String(chunk);
      if (out.includes("begun")) resolve();
    }),
  );
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, out })));
  return { child, begun, says, ended };
}

it("two starts in one folder come one after the other, and who waits says so once", async () => {
  const first = start("until asked");
  await first.begun;
  const others = [start(200), start(200), start(200)];
  for (const other of others) await other.says("waiting");
  writeFileSync(join(folder, "enough"), "");
  const all = await Promise.all([first, ...others].map(({ ended }) => ended));
  rmSync(join(folder, "enough"));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(all.map(({ out }) => out.match(/waiting/g)?.length ?? 0).sort((a, b) => a - b)).toEqual([0, 1, 1, 1]);
  expect(readdirSync(folder)).toHaveLength(4);
});

it("the mark of one that was killed keeps nobody waiting", async () => {
  const first = start(60_000);
  await first.begun;
  first.child.kill("SIGKILL");
  await first.ended;
  rmSync(join(folder, "at-work"));
  expect(existsSync(join(folder, "mark"))).toBe(true);
  const all = await Promise.all([start(200).ended, start(200).ended, start(200).ended]);
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(existsSync(join(folder, "mark"))).toBe(false);
});

it("one that is let go of while others look stops none of them", async () => {
  const look = `
    import { inTurn } from ${JSON.stringify(turn)};
    for (let i = 0; i < 4; i += 1) await inTurn("mark", () => undefined, async () => undefined);`;
  const make = `
    import { rmSync, writeFileSync } from "node:fs";
    process.on("SIGTERM", () => process.exit(0));
    const again = () => {
      for (let i = 0; i < 50; i += 1) {
        writeFileSync("mark", "elsewhere 1 0");
        rmSync("mark", { force: true });
      }
      setImmediate(again);
    };
    console.log("begun");
    again();`;
  const run = (code: string) => spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
  const making = run(make);
  await once(making.stdout, "data");
  const told: string[] = [];
  const codes = await Promise.all(
    [1, 2, 3].map(async () => {
      const looking = run(look);
      looking.stderr.on("data", (chunk) => told.push(String(chunk)));
      return ((await once(looking, "close")) as [number | null])[0];
    }),
  );
  making.kill();
  await once(making, "close");
  expect([...codes, ...told]).toEqual([0, 0, 0]);
});

it("neither does one from another machine that has said nothing for long; one that has is waited for", async () => {
  const mark = join(folder, "mark");
  writeFileSync(mark, "elsewhere 1 0");
  utimesSync(mark, new Date(0), new Date(0));
  expect((await start(0).ended).code).toBe(0);
  writeFileSync(mark, "elsewhere 1 0");
  const second = start(0);
  const seen = await new Promise<string>((resolve) =>
    second.child.stdout.once("data", (chunk) => resolve(String(chunk))),
  );
  expect(seen).toContain("waiting");
  rmSync(mark);
  expect((await second.ended).code).toBe(0);
});
