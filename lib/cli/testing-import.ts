import { system } from "../core/access";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure } from "../features/moving/imports/opening";
import { runImport, tryImport } from "../features/moving/imports/running";
import type { ImportReport } from "../features/moving/imports/schema";

type Given = {
  folder: string;
  dryRun: boolean;
  slugFrom: "file" | "title";
  author?: string;
  authorMap?: Record<string, string>;
};

/** Imports a folder of Markdown as the command does; its records in the order of their paths. */
export async function importMarkdown({ folder, dryRun, ...more }: Given): Promise<ImportReport> {
  const choices = { path: folder, ...more };
  const report = dryRun
    ? await tryImport(system, "markdown", choices)
    : await runImport(
        system,
        (await makeImportHere(system, { kind: "markdown", sha256: (await measure(folder)).sha256, choices })).id,
      );
  const records = report.records
    .filter(({ kind }) => kind === "post" || kind === "sheet")
    // Named by their path in the folder.
    .map((record) => ({ ...record, source: record.source.slice(record.source.indexOf("/") + 1) }))
    .toSorted((a, b) => (a.source < b.source ? -1 : Number(a.source > b.source)));
  const count = (outcome: string) => records.filter((record) => record.outcome === outcome).length;
  const summary = {
    imported: count("imported"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    skipped: count("skipped"),
    failed: count("failed"),
    warnings: records.flatMap(({ warnings }) => warnings).length,
  };
  return { ...report, records, summary };
}
