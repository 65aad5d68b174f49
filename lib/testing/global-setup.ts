import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorkers } from "../server/launcher/bundle.mjs";
import { noteChecked } from "./checked";
import { noteErrorOutside } from "./errors-outside";
import { whenTimeIsOver } from "./time";
import { findOperations } from "./watch/modules";
import { broadOnPurpose } from "./watch/broad";
import { summaryOf } from "./watch/summary";

/**
 * Notes what a daily check has passed. Fails the run for cache keys that are touched without need, and for mutations that write nothing. Only all tests
 * together can show that, so a part of them fails for neither.
 */
async function judge(project: TestProject, folder: string): Promise<void> {
  const { testFiles } = await project.globTestFiles();
  const files = project.vitest.state.getFiles();
  if (files.length < testFiles.length) return;
  if (process.env.BROADSHEET_TEST_CHANGED === "1") {
    const { BROADSHEET_TEST_TREE: tree } = process.env;
    const isPassed = files.every(({ result }) => result !== undefined && result.state !== "fail");
    if (tree && isPassed && project.vitest.state.getUnhandledErrors().length === 0) noteChecked(tree);
    return;
  }
  const { broad, neverWriting } = summaryOf(folder);
  const faults = [
    ...broad
      .filter((each) => !Object.hasOwn(broadOnPurpose, each))
      .map((each) => `${each} and dropped kept answers, but none of them had changed in any test.`),
    ...neverWriting.map((each) => `${each} is a mutation, and wrote nothing in any test.`),
  ];
  if (faults.length === 0) return;
  // The runner reports an error of this moment, and ends as if all were well.
  process.exitCode = 1;
  const message = `${faults.join("\n")}\nNarrow it, test where it is needed, or give a reason in lib/testing/watch/broad.ts.`;
  noteErrorOutside(message);
  throw new Error(message);
}

/** Builds the worker files that operations start, and gives all tests one folder that is removed afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let isOver = false;
  whenTimeIsOver(() => {
    isOver = true;
    void project.vitest.cancelCurrentRun("keyboard-input");
  });
  await buildWorkers();
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-unit-"));
  process.env.BROADSHEET_TEST_FOLDER = folder;
  findOperations();
  return async () => {
    try {
      if (!isOver) await judge(project, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
