import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "BROADSHEET_E2E_FOLDER";

/** A new folder; all are removed after the run. */
export const newFolder = (of: string): string => mkdtempSync(join(process.env[NAME] ?? tmpdir(), `${of}-`));

/** Makes the folder for this run's folders, and returns a function that removes it. */
export default function begin(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-e2e-"));
  process.env[NAME] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
