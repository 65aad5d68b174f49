import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { attachments, jobs } from "../../../db/schema";
import { env } from "../../core/env";
import { JobWorker } from "../../services/jobs/worker";
import { handlers } from "../../server/background/job-handlers";
import { system } from "../../testing/actors";
import { aForm, aToken, call } from "../../testing/api";
import { aJpeg } from "../../testing/pictures";
import { aProgram } from "../../testing/program";
import { freshDatabase, stored } from "../../testing/setup";
import { remakePictures } from "./remaking-all";
import { sweepIncoming, sweepOrphans } from "./sweeping";
import { storage } from "../../services/files/storage";

/** A server that reports its progress before each picture. */
const program = `
import { openDatabase } from "./db/open";
import { installEngine } from "./lib/core/operation";
import { remakeAll } from "./lib/features/attachments/remaking-all";
import { JobWorker } from "./lib/services/jobs/worker";
installEngine(await openDatabase());
const keepAlive = setInterval(() => {}, 1000);
const told = (run) => ({ ...run, progress: (done, total) => { run.progress(done, total); process.send(done); } });
new JobWorker({ "remake-pictures": (payload, run) => remakeAll(payload, told(run)) }, console.error, { leaseMs: 1500 }).start();
`;

// PGlite lives in one process.
it.skipIf(postgres)(
  "pictures that a killed server was making anew are made by the next one, and none is ever half there",
  async () => {
    await freshDatabase();
    const { token } = await aToken("EDITOR");
    for (const name of ["a", "b", "c", "d"])
      await call("POST", "/admin/attachments", {
        token,
        body: aForm(`${name}.jpg`, await aJpeg({ width: 1000, height: 500 })),
      });
    const rows = () => stored().select().from(attachments);
    const path = ({ folder, version }: { folder: string; version: string }, name: string) =>
      join(env.dataDir, "uploads", folder, version, name);
    const before = await rows();
    const good = before.map((row) => readFileSync(path(row, "480.webp")));
    for (const row of before) writeFileSync(path(row, "480.webp"), "stale");
    /** The pictures in their new state; one that is in neither state would be half done. */
    const made = async () =>
      (await rows()).map((row, i) =>
        readFileSync(path(row, "480.webp")).equals(good[i] as Buffer)
          ? "new"
          : readFileSync(path(row, "480.webp"), "utf8"),
      );

    await remakePictures(system, {});
    const child = fork(await aProgram(program), [], { env: { ...process.env, DATA_DIR: env.dataDir }, execArgv: [] });
    await new Promise<void>((resolve, reject) => {
      child.on("message", (done) => done === 2 && resolve());
      child.once("exit", (code) => reject(new Error(`the other server ended with ${code}`)));
    });
    child.removeAllListeners("exit");
    const dead = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await dead;
    expect((await made()).slice(0, 2)).toEqual(["new", "new"]);
    for (const each of await made()) expect(["new", "stale"]).toContain(each);

    const worker = new JobWorker(handlers, (error) => expect(error).toBeNull());
    worker.start();
    await expect.poll(async () => (await stored().select().from(jobs))[0]?.state).toBe("DONE");
    await worker.stop();
    expect(await made()).toEqual(["new", "new", "new", "new"]);
    expect((await stored().select().from(jobs))[0]).toMatchObject({ attempts: 2, progressDone: 4, progressTotal: 4 });
    // Its unfinished files are removed like those of an interrupted upload.
    await sweepIncoming();
    await sweepOrphans(new Date(Date.now() + 120_000));
    const names: string[] = [];
    for await (const { name } of storage().folders(4)) names.push(name);
    expect(names.sort()).toEqual((await rows()).map((row) => `${row.folder}/${row.version}`).sort());
  },
);
