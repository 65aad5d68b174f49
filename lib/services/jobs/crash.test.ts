import { fork } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { jobs } from "../../../db/schema";
import { postgres } from "../../../db/dialect";
import { env } from "../../core/env";
import { aJob } from "../../testing/factories";
import { aProgram } from "../../testing/program";
import { freshDatabase, stored } from "../../testing/setup";
import { JobWorker } from "./worker";

/** A server that takes the job and never ends it. */
const program = `
import { openDatabase } from "./db/open";
import { installEngine } from "./lib/core/operation";
import { JobWorker } from "./lib/services/jobs/worker";
import "./lib/services/mail/queue";
installEngine(await openDatabase());
const keepAlive = setInterval(() => {}, 1000);
new JobWorker({ "send-mail": (_mail, run) => { run.log("begun by a process that dies"); process.send("begun"); return new Promise(() => {}); } }, console.error, { leaseMs: Number(process.argv[2]) }).start();
`;

const state = async () => (await stored().select().from(jobs)).at(-1);

// Mails are sealed with the key of the data folder, which a process reads once.
beforeAll(async () => void (await freshDatabase()));

// PGlite lives in one process.
it.skipIf(postgres).each([
  ["at once where no other server runs", 600_000, true],
  ["once its lease ended where others run", 1500, false],
])("what a server did when it was killed is done by the next one, %s", async (_title, leaseMs, isAlone) => {
  await aJob(new Date());
  const child = fork(await aProgram(program), [String(leaseMs)], {
    env: { ...process.env, DATA_DIR: env.dataDir },
    execArgv: [],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the other server ended with ${code}`)));
  });
  child.removeAllListeners("exit");
  const dead = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await dead;
  expect(await state()).toMatchObject({ state: "RUNNING", attempts: 1 });

  let attempt = 0;
  const worker = new JobWorker(
    {
      "send-mail": async (_mail: unknown, run: { attempt: number }) => void (attempt = run.attempt),
    },
    (error) => expect(error).toBeNull(),
    { isAlone },
  );
  worker.start();
  await expect.poll(async () => (await state())?.state).toBe("DONE");
  await worker.stop();
  expect(attempt).toBe(2);
});
