import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../../db/dialect";
import { folderName } from "../../../../db/folder-name";
import { imports, jobs, posts } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { env } from "../../../core/env";
import { IncomingFile } from "../../../core/incoming-file";
import { engine } from "../../../core/operation";
import { anAdmin, system } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { item, wxr } from "../readers/wordpress/testing-wxr";
import { undoImport } from "./mutations";
import { getImport, getImportOverview } from "./queries";
import { runImport } from "./running";
import type { ImportChoices } from "./schema";
import { createImport, startAgain } from "./sending";
import { forgetDryRuns, sweepSent } from "./sent-files";

const SAMPLE = "e2e/samples/small-wordpress.xml";
const DAY_MS = 24 * 60 * 60 * 1000;

let admin: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

afterEach(() => vi.useRealTimers());

/** Sends the sample as a form does, and has it looked through. */
async function lookThrough(): Promise<number> {
  const path = join(mkdtempSync(join(tmpdir(), "sent-")), "sent");
  copyFileSync(SAMPLE, path);
  const { id } = await createImport(admin, {
    kind: "auto",
    dryRun: "true",
    file: new IncomingFile(path, "small-wordpress.xml", 1, "x"),
  });
  await runImport(admin, id ?? 0);
  return id ?? 0;
}

const pathOf = async (importId: number) => {
  const [row] = await stored().select().from(imports).where(eq(imports.id, importId));
  if (!row) throw new Error("The import is not there.");
  return (row.choices as ImportChoices).path;
};
const postsHere = async () => (await stored().select().from(posts)).length;

it("moves in from the file that a dry run has looked through, with other choices", async () => {
  const dry = await lookThrough();
  expect(await postsHere()).toBe(0);
  const again = await startAgain(admin, { importId: dry, dryRun: true, as: "markdown" });
  expect(again).toMatchObject({ kind: "wordpress", dryRun: true, state: "WAITING" });
  await runImport(admin, again.id ?? 0);
  const real = await startAgain(admin, { importId: dry });
  expect(real).toMatchObject({ dryRun: false, source: { name: "small-wordpress.xml" } });
  const report = await runImport(admin, real.id ?? 0);
  expect(report).toMatchObject({ state: "DONE", kinds: { post: { imported: 3 } } });
  expect(await postsHere()).toBe(3);
});

it("offers what is left with a choice, and remembers what was chosen", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "sent-")), "sent");
  const film = item({ id: 1, type: "film" });
  const post = item({ id: 2, terms: [["genre", "noir", "Noir"]], comments: [{ id: 1, type: "pingback" }] });
  writeFileSync(path, wxr([film, post]));
  const file = new IncomingFile(path, "old.xml", 1, "x");
  const { id } = await createImport(admin, { kind: "auto", dryRun: "true", file });
  const dry = await runImport(admin, id ?? 0);
  const offers = dry.left.flatMap(({ offer, count }) => (offer ? [`${offer.choice} ${offer.name} ${count}`] : []));
  expect(offers.sort()).toEqual(["pingbacks pingback 1", "taxonomies genre 1", "types film 1"]);
  const chosen = { taxonomies: ["genre"], types: { film: "sheet" as const }, pingbacks: true };
  const { id: again } = await startAgain(admin, { importId: id ?? 0, ...chosen });
  const report = await runImport(admin, again ?? 0);
  expect(report).toMatchObject({
    choices: chosen,
    kinds: { sheet: { imported: 1 }, comment: { imported: 1 }, tag: { imported: 1 } },
  });
  expect([JSON.stringify(report).includes(path), report.left.filter(({ offer }) => offer)]).toEqual([false, []]);
});

it("answers the report without its records, for a page that follows it", async () => {
  const dry = await lookThrough();
  const { records, recordsLeftOut, ...rest } = await getImport(admin, { importId: dry });
  expect([records.length > 0, recordsLeftOut]).toEqual([true, 0]);
  expect(await getImportOverview(admin, { importId: dry })).toEqual(rest);
});

it("refuses what is at work, what was no dry run, and a file that is not kept any more", async () => {
  const dry = await lookThrough();
  const real = await startAgain(admin, { importId: dry });
  await runImport(admin, real.id ?? 0);
  await expect(startAgain(admin, { importId: real.id ?? 0 })).rejects.toMatchObject({
    extra: { reason: "import_not_dry" },
  });
  const waiting = await startAgain(admin, { importId: dry, dryRun: true });
  await expect(startAgain(admin, { importId: waiting.id ?? 0 })).rejects.toMatchObject({
    extra: { reason: "import_running" },
  });
  await runImport(admin, waiting.id ?? 0);
  rmSync(await pathOf(dry));
  await expect(startAgain(admin, { importId: dry })).rejects.toMatchObject({ extra: { reason: "import_file_gone" } });
});

it("keeps the file as long as the dry run's report", async () => {
  const dry = await lookThrough();
  const path = await pathOf(dry);
  const old = new Date(Date.now() - DAY_MS);
  utimesSync(dirname(path), old, old);
  expect(await sweepSent(engine().reader, new Date())).toBe(0);
  expect(existsSync(path)).toBe(true);
  await undoImport(admin, { importId: dry });
  expect(await sweepSent(engine().reader, new Date())).toBe(1);
  expect(existsSync(path)).toBe(false);
});

it("forgets a dry run's report a day after its end", async () => {
  const old = await lookThrough();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS + 1000 });
  const fresh = await lookThrough();
  await forgetDryRuns(system, {});
  await expect(getImport(admin, { importId: old })).rejects.toMatchObject({ code: "not_found" });
  expect(await getImport(admin, { importId: fresh })).toMatchObject({ id: fresh });
});

it.runIf(postgres)("starts over what another server was sent there, and takes it back anywhere", async () => {
  const dry = await lookThrough();
  const sentTo = folderName();
  const here = env.dataDir;
  const path = await pathOf(dry);
  renameSync(path, `${path}.elsewhere`);
  env.dataDir = mkdtempSync(join(tmpdir(), "data-"));
  try {
    const { id } = await startAgain(admin, { importId: dry });
    const bound = async () => (await stored().select().from(jobs).orderBy(desc(jobs.id)))[0]?.folder;
    expect(await bound()).toBe(sentTo);
    env.dataDir = here;
    renameSync(`${path}.elsewhere`, path);
    expect(await runImport(admin, id ?? 0)).toMatchObject({ state: "DONE" });
    env.dataDir = mkdtempSync(join(tmpdir(), "data-"));
    await undoImport(admin, { importId: id ?? 0 });
    expect(await bound()).toBeNull();
  } finally {
    env.dataDir = here;
  }
});
