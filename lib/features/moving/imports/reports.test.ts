import { beforeEach, expect, it } from "vitest";
import { engine } from "../../../core/operation";
import { anAdmin } from "../../../testing/actors";
import { aForeignTag, aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { freshDatabase } from "../../../testing/setup";
import type { ForeignRecord } from "../records";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { undoImport } from "./mutations";
import { getImport, listImportRecords } from "./queries";
import { findImport, reportOf } from "./rows";
import { runImport, workOff } from "./running";

let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

async function made(records: readonly ForeignRecord[]) {
  const path = aSourceFile(String(records.length));
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
  return { id, open: async () => aSource(records) };
}

it("keeps the beginning of what is said of a record, however long the names are that it says", async () => {
  const tags = Array.from({ length: 60 }, (_, i) => `${i} `.padEnd(60_000, "x"));
  const { id, open } = await made([aText("1", { tags })]);
  const { records } = await runImport(admin, id, { open });
  const [{ warnings } = { warnings: [] }] = records;
  expect(warnings).toHaveLength(50);
  expect(warnings[0]).toMatch(/^its tag "0 x+…$/);
  expect(Math.max(...warnings.map(({ length }) => length))).toBe(2_000);
  expect((await listImportRecords(admin, { importId: id })).items[0]?.warnings[0]).toHaveLength(2_000);
});

it("writes few texts at a time whose fields are long, though their bodies are short", async () => {
  const tags = Array.from({ length: 10 }, (_, i) => `${i} `.padEnd(60_000, "x"));
  const { id, open } = await made(Array.from({ length: 20 }, (_, i) => aText(`${i}`, { tags })));
  const written: number[] = [];
  await workOff(admin, id, { open, onProgress: (done) => void written.push(done) });
  // Each has 0.6 MB; a batch ends with the first that is beyond two.
  expect(written).toEqual([4, 8, 12, 16, 20, 20]);
});

it("takes few long texts back at a time", async () => {
  const texts = (word: string) =>
    Array.from({ length: 5 }, (_, i) => aText(`${i}`, { originalContent: `${word} `.repeat(50_000) }));
  const first = await made(texts("first"));
  await workOff(admin, first.id, first);
  const { id, open } = await made([...texts("other"), aForeignTag("t")]);
  await workOff(admin, id, { open });
  await undoImport(admin, { importId: id });
  const done: number[] = [];
  await workOff(admin, id, { onProgress: (count) => void done.push(count) });
  expect(done.length).toBeGreaterThan(1);
  expect(done.at(-1)).toBe(6);
});

it("reports no more than is said of ten thousand records, those first that need attention", async () => {
  const warnings = Array.from({ length: 50 }, (_, i) => `Remark ${i}.`);
  const texts = Array.from({ length: 250 }, (_, i) => aText(`${i}`, { warnings }));
  const { id, open } = await made([...texts, aForeignTag("t")]);
  expect(await workOff(admin, id, { open })).toMatchObject({ state: "DONE", error: null });
  const report = await getImport(admin, { importId: id });
  expect([report.records.length, report.recordsLeftOut]).toEqual([200, 50]);
  expect(report.records.map(({ source }) => source)).toEqual(texts.slice(0, 200).map(({ source }) => source));
  expect(report.summary).toMatchObject({ imported: 251, warnings: 12_500 });
  const { reader } = engine();
  expect(await reportOf(reader, await findImport(reader, id))).toEqual(report);
});
