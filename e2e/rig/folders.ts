import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "BROADSHEET_E2E_FOLDER";

/** A new folder; all of them go when the run is over. */
export const newFolder = (of: string): string => mkdtempSync(join(process.env[NAME] ?? tmpdir(), `${of}-`));

/** Makes the folder that holds the folders of this run, and answers how to remove it. */
export default function begin(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-e2e-"));
  process.env[NAME] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
