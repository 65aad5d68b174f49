import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorkers } from "../server/bundle.mjs";
import { findOperations } from "./watch/modules";
import { summaryOf } from "./watch/summary";

/** Says what no test alone can know; of a part of the tests it would not be true. */
async function report(project: TestProject, folder: string): Promise<void> {
  const { testFiles } = await project.globTestFiles();
  if (project.vitest.state.getFiles().length < testFiles.length) return;
  const { touchedForNothing, neverWriting } = summaryOf(folder);
  for (const each of touchedForNothing) console.log(`${each}, and no kept answer that was made from it changed.`);
  for (const each of neverWriting) console.log(`${each} is a mutation, and never wrote anything.`);
}

/** Builds the worker files that operations start, and gives all tests one folder that is removed afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWorkers();
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-unit-"));
  process.env.BROADSHEET_TEST_FOLDER = folder;
  findOperations();
  return async () => {
    await report(project, folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
