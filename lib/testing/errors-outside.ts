import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter } from "vitest/node";
import { errorsBeside } from "./failures.mjs";

/** The runner's own report of the unit tests on this engine. */
export const unitReport = `.reports/unit-${process.env.BROADSHEET_TEST_ENGINE === "postgres" ? "postgres" : "sqlite"}.json`;

const file = errorsBeside(unitReport);

function write(errors: string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(errors, null, 2)}\n`);
}

/** Notes an error that fails the run after its tests have ended. */
export function noteErrorOutside(message: string): void {
  write([...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []), message]);
}

/** Writes the errors that fail a run without failing a test, which the runner's own report leaves out. */
export class ErrorsOutsideOfTests implements Reporter {
  onTestRunEnd: Reporter["onTestRunEnd"] = (_modules, errors) =>
    write(errors.map(({ message, stack }) => stack ?? message));
}
