import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { env } from "../../core/env";
import { madeZip } from "../../testing/made-zip";
import { freshDatabase } from "../../testing/setup";
import { childMemory, stopBackups, verifyInChild } from "./child";
import { checkEntries, MOST_PROBLEMS } from "./verifying";

beforeEach(freshDatabase);
afterAll(stopBackups);

function aFile(zip: Buffer): string {
  const path = join(env.dataDir, "hostile.zip");
  writeFileSync(path, zip);
  return path;
}

it("a backup whose list takes more memory than a child may is refused, and the next is examined", async () => {
  // The child of this file is started with these.
  Object.assign(childMemory, { heap: 64, resident: 300 * 1024 ** 2 });
  const bomb = madeZip([{ name: "manifest.json", data: `{"a":${"[".repeat(30_000_000)}`, deflate: true }]);
  await expect(verifyInChild(aFile(bomb))).rejects.toMatchObject({ code: "too_large" });
  const { ok, problems } = await verifyInChild(aFile(madeZip([{ name: "a", data: "x" }])));
  expect([ok, problems.at(-1)?.reason]).toEqual([false, expect.stringMatching(/no manifest.json/)]);
});

it("a backup of which everything is wrong names a thousand faults, and says that there are more", async () => {
  const others = Array.from({ length: 3000 }, (_, i) => ({ name: `uploads/${i}` }));
  const problems = await checkEntries(aFile(madeZip(others)), { files: [] });
  expect([problems.length, problems.at(-1)?.reason]).toEqual([MOST_PROBLEMS + 1, "More is wrong with it."]);
});

it.each([
  ["a program's name", { program: "x".repeat(1_000_000) }],
  ["tables", { counts: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`t${i}`, 0])) }],
  ["a table's name", { counts: { ["x".repeat(1_000_000)]: 1 } }],
])("a backup with %s as long as nobody needs makes no list longer", async (_what, given) => {
  const manifest = {
    format: "broadsheet-backup",
    formatVersion: 1,
    engine: "SQLITE",
    program: "1",
    lastMigration: 1,
    createTime: "2026-01-31T03:00:00.000Z",
    reason: "MANUAL",
    counts: {},
    missing: [],
    files: [],
    ...given,
  };
  const { ok, problems } = await verifyInChild(
    aFile(madeZip([{ name: "manifest.json", data: JSON.stringify(manifest), deflate: true }])),
  );
  expect([ok, problems.at(-1)?.reason]).toEqual([false, "Its manifest.json is not as a backup's."]);
});
