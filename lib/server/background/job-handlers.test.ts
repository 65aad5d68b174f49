import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { imports, posts } from "../../../db/schema";
import "../../api/routes";
import { env } from "../../core/env";
import { engine } from "../../core/operation";
import { startImport, undoImport } from "../../features/moving/imports/mutations";
import { getImport } from "../../features/moving/imports/queries";
import { startAgain } from "../../features/moving/imports/sending";
import { jobKinds, lanes } from "../../services/jobs/kinds";
import type { Handler } from "../../services/jobs/running";
import { removeKeptFile } from "../../services/kept-files/elsewhere";
import { anAdmin, system } from "../../testing/actors";
import { workOff } from "../../testing/jobs";
import { freshDatabase, stored } from "../../testing/setup";
import { handlers } from "./job-handlers";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

it("every kind of job that a feature declares is done by somebody, and nothing else is", () =>
  expect(Object.keys(handlers).sort()).toEqual(
    jobKinds()
      .map(({ name }) => name)
      .sort(),
  ));

it("jobs that may take long leave places to those that take a moment", () => {
  const kindsWithout = jobKinds().filter(({ lane }) => lane === undefined);
  expect(kindsWithout.map(({ name }) => name).sort()).toEqual([
    "announce",
    "follow",
    "mail-week",
    "publish",
    "remove-kept-file",
  ]);
  // Of these there may be thousands at a time, as an author likes.
  const many = kindsWithout.filter(({ name }) => name === "announce" || name === "publish");
  expect(many.filter(({ alone }) => alone)).toHaveLength(2);
  expect(many.length).toBeLessThan(lanes.short);
});

it("jobs that follow what authors do leave places to those of the owner, and to each other", () => {
  const upkeep = jobKinds().filter(({ lane }) => lane === "upkeep");
  expect(upkeep.map(({ name }) => name).sort()).toEqual(["index", "renew-pictures"]);
  expect(upkeep.every(({ alone }) => alone)).toBe(true);
  expect(upkeep).toHaveLength(lanes.upkeep);
});

/** A folder of more texts than a batch holds, where sent files lie. */
function texts(below = "imports"): string {
  mkdirSync(join(env.dataDir, below), { recursive: true });
  const folder = join(mkdtempSync(join(env.dataDir, below, "sent-")), "blog");
  mkdirSync(folder);
  for (let i = 0; i < 130; i += 1)
    writeFileSync(join(folder, `text-${i}.md`), `---\ntitle: Text ${i}\ndate: 2020-01-01\n---\nA text.\n`);
  return folder;
}

/** The job of an import in a server that is stopped after its first batch. */
function whileStopping(importId: number, jobId: number): Promise<void> {
  const stop = new AbortController();
  return (handlers.import as Handler)(
    { importId },
    {
      id: jobId,
      attempt: 1,
      isLastTry: false,
      reached: { done: 0, total: null },
      signal: stop.signal,
      progress: () => stop.abort(new Error("stopping")),
      log: () => undefined,
    },
  );
}

it("a server that is stopped gives the job of an import back, and the next one goes on with it", async () => {
  const choices = { path: texts() };
  const { id, jobId } = await startImport(system, { kind: "markdown", choices });
  const importId = Number(id);
  await expect(whileStopping(importId, Number(jobId))).rejects.toThrow("stopping");
  expect(await getImport(system, { importId })).toMatchObject({ state: "WAITING", stopped: false });
  expect(await stored().select().from(posts)).toHaveLength(100);
  await workOff("import");
  expect(await getImport(system, { importId })).toMatchObject({ state: "DONE", resumed: true });
  expect(await stored().select().from(posts)).toHaveLength(130);

  const undo = await undoImport(system, { importId });
  await expect(whileStopping(importId, Number(undo?.jobId))).rejects.toThrow("stopping");
  expect(await getImport(system, { importId })).toMatchObject({ state: "UNDOING", stopped: false });
  expect(await stored().select().from(posts)).toHaveLength(30);
  await workOff("import");
  expect(await getImport(system, { importId })).toMatchObject({ state: "UNDONE" });
  expect(await stored().select().from(posts)).toEqual([]);
});

it("an import reads nothing on the server that was not sent to it, whatever the site's records say", async () => {
  const sent = texts();
  const beyond = [texts("elsewhere"), join(sent, "..", "..", "..", "elsewhere"), env.dataDir, "/", "lib"];
  for (const choices of [...beyond.map((path) => ({ path })), { path: sent, media: env.dataDir }]) {
    const { id, jobId } = await startImport(system, { kind: "markdown", choices });
    const importId = Number(id);
    await workOff("import");
    const { state, error } = await getImport(system, { importId });
    expect([choices, jobId === null, state, error]).toEqual([
      choices,
      false,
      "FAILED",
      expect.stringMatching(/was not sent to the site/),
    ]);
    await engine().transaction(
      (db) => db.update(imports).set({ dryRun: true, state: "DONE" }).where(eq(imports.id, importId)),
      () => null,
    );
    await expect(startAgain(system, { importId })).rejects.toMatchObject({ extra: { reason: "import_not_sent" } });
  }
  expect(await stored().select().from(posts)).toEqual([]);
});

it.each(["export", "backup"])("the removal of a kept %s leads out of no folder", async (kind) => {
  const file = join(env.dataDir, "kept.zip");
  writeFileSync(file, "");
  for (const name of ["../kept.zip", file, "a/../../kept.zip", "..", ""]) {
    await expect(removeKeptFile({ kind, name })).rejects.toThrow(/is no name of/);
    expect(existsSync(file)).toBe(true);
  }
});
