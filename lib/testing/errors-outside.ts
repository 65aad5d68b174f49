import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter } from "vitest/node";

/** Writes the errors that fail a run without failing a test, which the runner's own report leaves out. */
export class ErrorsOutsideOfTests implements Reporter {
  constructor(private readonly file: string) {}

  onTestRunEnd: Reporter["onTestRunEnd"] = (_modules, errors) => {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(
      this.file,
      `${JSON.stringify(
        errors.map(({ message, stack }) => stack ?? message),
        null,
        2,
      )}\n`,
    );
  };
}
