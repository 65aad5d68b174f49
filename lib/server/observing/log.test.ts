import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../core/errors";
import { aProgram } from "../../testing/program";
import { hasRoomInLog, loggedAddress, loggedError, sparingly, steadyLine } from "./log";

// Limits keep the clock that they find when they are loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));

it("names addresses in the log without what only their readers may know", () => {
  const secret = "s3cret";
  for (const address of [
    `/set-password?code=${secret}`,
    `/register?a=1&code=${secret}`,
    `/confirm?list=posts&token=12.${secret}`,
    `/unsubscribe?token=${secret}=`,
    `/unsubscribe/${secret}`,
    `/unsubscribe/posts/${secret}`,
    `/preview/post-1.${secret}?x`,
    `/preview/look/${secret}/archives/one`,
    `/search?keyword=${secret}`,
  ])
    expect(loggedAddress(address)).not.toContain(secret);
  expect(loggedAddress("/confirm?list=posts&token=1")).toBe("/confirm?list=…&token=…");
  expect(loggedAddress("/archives/preview/one")).toBe("/archives/preview/one");
});

it("writes signs that steer a terminal as JSON may", () => {
  const msg = "550 \u001b[2J\u009b2J\u202egnihton\u2066 \ntwo";
  const line = steadyLine(`${JSON.stringify({ msg })}\n`);
  expect(line).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(line.split("\n")).toHaveLength(2);
  expect(JSON.parse(line)).toEqual({ msg });
});

describe("where no line can be written", () => {
  const program = `
    import { writeSync } from "node:fs";
    import { log } from "./lib/server/observing/log";
    import { logProcessFailures } from "./lib/server/observing/process-failures";
    let failures = 0;
    process.prependListener("uncaughtException", () => {
      // An endless number of them would keep this process from its end.
      if ((failures += 1) > 100) process.exit(1);
    });
    logProcessFailures(log);
    log.error("the first");
    setTimeout(() => {
      for (let i = 0; i < 1000; i += 1) log.error({ text: "x".repeat(10_000) }, "more");
      setTimeout(() => {
        writeSync(1, JSON.stringify({ failures }));
        process.exit(0);
      }, 200);
    }, 100);
  `;

  it.skipIf(!existsSync("/dev/full"))("the program goes on", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [await aProgram(program)], { stdio: ["ignore", "pipe", full] });
    closeSync(full);
    let said = "";
    child.stdout?.on("data", (chunk) => (said += String(chunk)));
    const [status] = await once(child, "close");
    expect(status).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ failures: 0 });
  });
});

it("tells of a statement that failed without its values, wherever it stands among the causes", () => {
  const values = ["s3cret\nparams: s3cret", "s3cret, s3cret", null, 5, new Date(), Buffer.from("s3cret")];
  const reason = new Error("Connection terminated");
  const failed = new DrizzleQueryError('insert into "users" values ($1, $2)', values, reason);
  const wrapped = new AppError("unavailable", "The database does not answer.", { cause: failed });
  for (const error of [failed, wrapped, new Error("outermost", { cause: wrapped })]) {
    const told = JSON.stringify(loggedError(error));
    expect(told).not.toContain("s3cret");
    for (const kept of ["insert into", "Connection terminated", "log.test.ts"]) expect(told).toContain(kept);
  }
  expect(loggedError(reason)).toMatchObject({ message: reason.message, stack: reason.stack });
});

it("tells of so many failures a minute, and then once that there are more", () => {
  const [told, said] = [[] as number[], [] as string[]];
  const write = sparingly((text) => said.push(text), 3);
  for (let i = 0; i < 100; i += 1) write(() => told.push(i));
  expect(told).toEqual([0, 1, 2]);
  expect(said).toEqual(["more than 3 failures within a minute; not all of them are told"]);
});

it("takes sixty lines an hour of requests that failed before anything of ours ran, whoever sends them", () => {
  for (let hour = 0; hour < 2; hour += 1) {
    expect(Array.from({ length: 1_000 }, () => hasRoomInLog()).filter(Boolean)).toHaveLength(60);
    vi.setSystemTime(Date.now() + 60 * 60_000);
  }
});
