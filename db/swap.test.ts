import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "../lib/core/env";
import { aProgram } from "../lib/testing/program";
import { finishSwap, isSwapUnfinished, swapIn } from "./swap";

/** Exchanges the site and takes that back, in a process that kills itself before the rename of this number. */
const program = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.argv[2]);
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
  renameSync(from, to);
};
syncBuiltinESMExports();
const { swapIn } = await import("./db/swap");
const exchange = await swapIn(".restore-0123456789ab", new Date());
fs.writeFileSync(process.argv[3], "exchanged");
await exchange.takeBack();
`;

const parts = ["broadsheet.db", "secret.key", "uploads"];
let [folder, exchanging, number] = ["", "", 0];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "broadsheet-swap-"));
  exchanging = await aProgram(program);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A data folder with a site, and another site that is prepared. */
function aDataFolder(): string {
  const data = join(folder, `data-${(number += 1)}`);
  for (const [place, name] of [
    [".", "old"],
    [".restore-0123456789ab", "new"],
  ] as const) {
    mkdirSync(join(data, place, "uploads"), { recursive: true });
    for (const file of ["broadsheet.db", "secret.key", "uploads/file"]) writeFileSync(join(data, place, file), name);
  }
  // The earlier site was not closed in order.
  writeFileSync(join(data, "broadsheet.db-wal"), "old");
  return data;
}

/** Which site a folder holds; both, where it is a mixture. */
function siteIn(data: string): string {
  const texts = ["broadsheet.db", "secret.key", "uploads/file"].map((file) => readFileSync(join(data, file), "utf8"));
  const hasLog = existsSync(join(data, "broadsheet.db-wal"));
  return [...new Set([...texts, hasLog ? "old" : "new"])].join(" and ");
}
const others = (data: string) => readdirSync(data).filter((name) => !parts.includes(name) && !name.endsWith("-wal"));

it("an exchange that is taken back leaves the earlier site, and nothing else", async () => {
  env.dataDir = aDataFolder();
  const { replaced, takeBack } = await swapIn(".restore-0123456789ab", new Date());
  expect([siteIn(env.dataDir), siteIn(join(env.dataDir, replaced ?? ""))]).toEqual(["new", "old"]);
  await takeBack();
  expect([siteIn(env.dataDir), others(env.dataDir), readdirSync(join(env.dataDir, "replaced"))]).toEqual([
    "old",
    ["replaced"],
    [],
  ]);
});

it("an exchange that is kept keeps the earlier site beside, and nothing else", async () => {
  env.dataDir = aDataFolder();
  const { replaced, keep } = await swapIn(".restore-0123456789ab", new Date());
  await keep();
  expect([siteIn(env.dataDir), siteIn(join(env.dataDir, replaced ?? "")), others(env.dataDir)]).toEqual([
    "new",
    "old",
    ["replaced"],
  ]);
});

it("one that is killed before any of its renames ends in one site, and its way back in the earlier one", async () => {
  const seen: string[] = [];
  for (let rename = 1; ; rename += 1) {
    const data = aDataFolder();
    const mark = join(folder, `exchanged-${rename}`);
    const child = fork(exchanging, [String(rename), mark], {
      env: { ...process.env, DATA_DIR: data },
      execArgv: [],
      stdio: "ignore",
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once("exit", (...end) => resolve(end)),
    );
    env.dataDir = data;
    const wasBeingExchanged = isSwapUnfinished();
    await finishSwap();
    const site = siteIn(data);
    expect(["old", "new"]).toContain(site);
    // Whoever began to take it back gets the earlier site.
    expect([site, existsSync(mark) && wasBeingExchanged]).not.toEqual(["new", true]);
    // The earlier site is never lost.
    const [kept] = existsSync(join(data, "replaced")) ? readdirSync(join(data, "replaced")) : [];
    expect(kept === undefined ? site : siteIn(join(data, "replaced", kept))).toBe("old");
    expect(existsSync(join(data, "restore.json"))).toBe(false);
    seen.push(site);
    expect(signal ?? code).toBe(signal === null ? 0 : "SIGKILL");
    if (signal === null) break;
  }
  expect(seen.length).toBeGreaterThan(15);
  expect([seen[0], seen.at(-1), seen.includes("new")]).toEqual(["old", "old", true]);
});
