import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { env } from "../core/env";
import { openArchive } from "../services/archives/reading";
import type { ExportChoices } from "../features/moving/exports/selection";
import { writeExport } from "../features/moving/exports/writing";

/** The entries of an archive as texts, by name. */
export async function entriesOf(path: string): Promise<Map<string, string>> {
  const archive = await openArchive(path, { nested: true });
  try {
    const entries = new Map<string, string>();
    for (const name of archive.files.keys())
      entries.set(name, (await archive.readWhole(name, 2 ** 30)).toString("latin1"));
    return entries;
  } finally {
    archive.close();
  }
}

/** Exports the site into a new file. */
export async function exportSite(choices: Partial<ExportChoices> = {}): Promise<string> {
  const path = join(mkdtempSync(join(env.dataDir, "export-")), "site.zip");
  await writeExport(path, { isPublic: false, personalData: false, ...choices });
  return path;
}

/** The entries of an export; bytes as Latin-1. */
export const exported = async (choices: Partial<ExportChoices> = {}): Promise<Map<string, string>> =>
  entriesOf(await exportSite(choices));

/** An entry's text. */
export const utf8 = (entries: ReadonlyMap<string, string>, name: string): string =>
  Buffer.from(entries.get(name) ?? "", "latin1").toString("utf8");

/** The records of a data file. */
export const linesOf = (entries: ReadonlyMap<string, string>, name: string): Record<string, unknown>[] =>
  utf8(entries, `data/${name}.jsonl`)
    .split("\n")
    .filter(Boolean)
    .map((each) => JSON.parse(each) as Record<string, unknown>);
