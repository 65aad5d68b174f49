import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "BROADSHEET_E2E_FOLDER";

/** The folder of this run, which its end removes; tests and their servers write nowhere else. */
export function runFolder(): string {
  const folder = process.env[NAME];
  if (folder === undefined) throw new Error("There is no folder before the run has begun (rig/run.ts).");
  return folder;
}

/** Makes the folder of this run, which the workers are told of by their environment. */
export const beginRunFolder = (): string => (process.env[NAME] = mkdtempSync(join(tmpdir(), "broadsheet-e2e-")));

/** A new folder; all of them go when the run is over. */
export const newFolder = (of: string): string => mkdtempSync(join(runFolder(), `${of}-`));
