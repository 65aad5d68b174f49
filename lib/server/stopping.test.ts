import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "../core/env";
import { freshDatabase } from "../testing/setup";

let folder = "";
beforeAll(async () => {
  await freshDatabase();
  folder = mkdtempSync(join(process.cwd(), "dist", "stopping-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Line = { level: number; msg: string; err?: { message: string }; step?: string };

/** Runs a program made of our own parts until it ends; answers its log. */
async function run(name: string, contents: string): Promise<{ code: number | null; out: string; lines: Line[] }> {
  const file = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, DATA_DIR: env.dataDir, DATABASE_URL: "", LOG_LEVEL: "info" },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    code,
    out,
    lines: err
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  };
}

describe("a process", () => {
  it("whose promise or callback fails without anybody waiting says so in one JSON line each, and goes on", async () => {
    const { code, out, lines } = await run(
      "failures",
      `
      import { log } from "./lib/server/log";
      import { logProcessFailures } from "./lib/server/process-failures";
      const dropOthers = logProcessFailures(log);
      process.on("uncaughtException", () => console.log("another's listener"));
      dropOthers();
      setTimeout(() => { throw new Error("in a callback"); }, 1);
      setTimeout(() => void Promise.reject(new Error("nobody waits")), 2);
      setTimeout(() => console.log("still here"), 50);
    `,
    );
    expect([code, out]).toEqual([0, "still here\n"]);
    expect(lines.map(({ level, msg, err }) => [level, msg, err?.message])).toEqual([
      [50, "an error that nobody caught", "in a callback"],
      [50, "a promise that nobody waited for failed", "nobody waits"],
    ]);
  });

  it("that is told to stop does every step in order, once, also after one that fails", async () => {
    const { code, out, lines } = await run(
      "stopping",
      `
      import { log } from "./lib/server/log";
      import { stopOnSignal } from "./lib/server/stopping";
      const step = (name, work = async () => undefined) => [name, async () => { console.log(name); await work(); }];
      stopOnSignal([step("requests", () => new Promise((done) => setTimeout(done, 20))), step("counts", () => Promise.reject(new Error("the disk is full"))), step("database")], log);
      process.kill(process.pid, "SIGTERM");
      process.kill(process.pid, "SIGINT");
      setInterval(() => {}, 1000);
    `,
    );
    expect([code, out]).toEqual([1, "requests\ncounts\ndatabase\n"]);
    expect(lines.filter(({ level }) => level >= 50).map(({ step, err }) => [step, err?.message])).toEqual([
      ["counts", "the disk is full"],
    ]);
  });

  it("that is told to stop does the steps after one that waits for what does not keep a process running", async () => {
    const { code, out } = await run(
      "waiting",
      `
      import { setTimeout as wait } from "node:timers/promises";
      import { log } from "./lib/server/log";
      import { stopOnSignal } from "./lib/server/stopping";
      const listening = setInterval(() => {}, 1000);
      stopOnSignal([["requests", () => clearInterval(listening)], ["first pages", () => wait(50, undefined, { ref: false })], ["database", () => console.log("closed")]], log);
      process.kill(process.pid, "SIGTERM");
    `,
    );
    expect([code, out]).toEqual([0, "closed\n"]);
  });
});
