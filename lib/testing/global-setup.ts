import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWorkers } from "../server/bundle.mjs";

/** Builds the worker files that operations start, and gives all tests one folder that is removed afterwards. */
export default async function setup(): Promise<() => void> {
  await buildWorkers();
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-unit-"));
  process.env.BROADSHEET_TEST_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
