import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { aProgram } from "./program";
import { mountSmallDisk } from "./small-disk";

/** Runs this in a process of its own, whose temporary files are on the disk. */
async function run(needed: string): Promise<{ place: string; isThere: boolean }> {
  const bundle = await aProgram(`export * from "./lib/testing/in-memory";`);
  const script = `import { existsSync } from "node:fs"; import { tmpdir } from "node:os";
    import { keepTemporaryFilesInMemory } from ${JSON.stringify(bundle)};
    keepTemporaryFilesInMemory(${needed}); keepTemporaryFilesInMemory(${needed});
    console.log(JSON.stringify({ place: tmpdir(), isThere: existsSync(tmpdir()) }));`;
  const { TMPDIR: _, ...env } = process.env;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" });
  return JSON.parse(said) as { place: string; isThere: boolean };
}

const hasMemory = (() => {
  try {
    return statfsSync("/dev/shm").bavail > 0;
  } catch {
    return false;
  }
})();

it.runIf(hasMemory)("temporary files lie in memory while a run lasts, and those of a killed run go", async () => {
  // No process has this number.
  const left = "/dev/shm/broadsheet-tests-999999999";
  const disk = join(left, "site", "disk");
  mkdirSync(disk, { recursive: true });
  // As a test that fills a disk leaves it when it is killed.
  mountSmallDisk(disk, 1);
  const { place, isThere } = await run("0");
  expect([dirname(place), isThere]).toEqual(["/dev/shm", true]);
  expect([existsSync(place), existsSync(left)]).toEqual([false, false]);
});

it("they stay on the disk where memory has no room for them", async () => {
  expect(await run("Infinity")).toEqual({ place: "/tmp", isThere: true });
});
