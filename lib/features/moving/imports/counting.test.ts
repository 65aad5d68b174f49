import { beforeEach, expect, it } from "vitest";
import { engine } from "../../../core/operation";
import { subscribe } from "../../../core/events";
import { anAdmin } from "../../../testing/actors";
import { aReply, aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { freshDatabase } from "../../../testing/setup";
import type { ForeignRecord } from "../records";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { countRecords, type CountsByKind, findImport } from "./rows";
import { runImport } from "./running";

beforeEach(async () => void (await freshDatabase()));

const text = (n: number): ForeignRecord[] => [
  aText(`t${n}`, { title: n % 5 === 0 ? "" : `Text ${n}`, slug: "same", originalContent: `Text ${n}` }),
  ...Array.from({ length: n % 4 }, (_, i) => aReply(`c${n}-${i}`, `t${n}`, { content: i === 2 ? "" : "Well said." })),
];

it("counts after each batch what is stored by then, also of a text whose comments fill several", async () => {
  const admin = await anAdmin();
  const many = Array.from({ length: 2100 }, (_, i) => aReply(`m${i}`, "many"));
  const records = [...Array.from({ length: 60 }, (_, n) => text(n)).flat(), aText("many", { slug: "many" }), ...many];
  const path = aSourceFile(JSON.stringify(records));
  const { id } = await makeImportHere(admin, {
    kind: "wordpress",
    sha256: (await measure(path)).sha256,
    choices: { path },
  });
  const seen: Promise<[CountsByKind | null, CountsByKind]>[] = [];
  const both = async (): Promise<[CountsByKind | null, CountsByKind]> => {
    const { reader } = engine();
    return [(await findImport(reader, id)).counts, await countRecords(reader, id)];
  };
  const stop = subscribe(({ operation }) => {
    // Both are read in the turn of the commit, before another begins.
    if (operation === "writeImported") seen.push(both());
  });
  const report = await runImport(admin, id, { open: async () => aSource(records) });
  stop();
  expect(seen.length).toBeGreaterThan(3);
  for (const [noted, counted] of await Promise.all(seen)) expect(noted).toEqual(counted);
  expect(report).toMatchObject({
    summary: { failed: 15 },
    progressDone: records.length,
    progressTotal: records.length,
  });
});
