import { spawn } from "node:child_process";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "../core/env";
import { aProgram } from "../testing/program";
import { freshDatabase } from "../testing/setup";
import { tcp } from "../testing/tcp";
import { closeServer } from "./stopping";

const { sockets, serve } = tcp();
beforeAll(async () => void (await freshDatabase()));

type Line = { level: number; msg: string; err?: { message: string }; step?: string };

/** Runs a program made of our own parts until it ends; returns its log. */
async function run(contents: string): Promise<{ code: number | null; out: string; lines: Line[] }> {
  const child = spawn(process.execPath, [await aProgram(contents)], {
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
      `
      import { log } from "./lib/server/observing/log";
      import { logProcessFailures } from "./lib/server/observing/process-failures";
      logProcessFailures(log);
      process.on("uncaughtException", () => console.log("another's listener"));
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
      `
      import { log } from "./lib/server/observing/log";
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
      `
      import { setTimeout as wait } from "node:timers/promises";
      import { log } from "./lib/server/observing/log";
      import { stopOnSignal } from "./lib/server/stopping";
      const listening = setInterval(() => {}, 1000);
      stopOnSignal([["requests", () => clearInterval(listening)], ["first pages", () => wait(50, undefined, { ref: false })], ["database", () => console.log("closed")]], log);
      process.kill(process.pid, "SIGTERM");
    `,
    );
    expect([code, out]).toEqual([0, "closed\n"]);
  });
});

it("a server that is told to stop ends those who go on asking with their next answer", async () => {
  const { server, port } = await serve((_req, res) => void setTimeout(() => res.end("x"), 20));
  let answers = 0;
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    const ask = () => void socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    socket
      .on("error", () => undefined)
      .on("data", () => {
        answers += 1;
        ask();
      });
    ask();
  }
  await expect.poll(() => answers).toBeGreaterThan(100);
  const begun = performance.now();
  await closeServer(server);
  expect(performance.now() - begun).toBeLessThan(4_000);
});
