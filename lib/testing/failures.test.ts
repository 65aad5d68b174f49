import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorsBeside, failuresOf } from "./failures.mjs";

const report = (content: unknown): string => {
  const file = join(mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "report-")), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};

describe("naming what failed", () => {
  it("names each failed test and file of vitest with the beginning of its message", () => {
    const file = report({
      testResults: [
        { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "fine" }] },
        {
          name: "b.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "fine", failureMessages: [] },
            { status: "passed", fullName: "waits", failureMessages: ["late"] },
            {
              status: "failed",
              fullName: "adds up",
              failureMessages: ["\u001b[31mexpected 1\u001b[39m\n\nto be 2\n3\n4\n5"],
            },
          ],
        },
        { name: "c.test.ts", status: "failed", message: "cannot be loaded", assertionResults: [] },
      ],
    });
    expect(failuresOf("vitest", file, false)).toEqual([
      "  b.test.ts: waits (passed on its second try)",
      "    late",
      "  b.test.ts: adds up",
      "    expected 1",
      "    to be 2",
      "    3",
      "    4",
      "  c.test.ts",
      "    cannot be loaded",
    ]);
  });

  it("names failed journeys, those that passed on a second try, and errors outside of them", () => {
    const test = (status: string, message?: string) => ({
      title: `is ${status}`,
      file: "a.spec.ts",
      line: 3,
      tests: [{ status, results: [{ ...(message !== undefined && { error: { message } }) }, {}] }],
    });
    const file = report({
      errors: [{ message: "teardown" }],
      suites: [{ specs: [test("expected")], suites: [{ specs: [test("flaky", "late"), test("unexpected", "gone")] }] }],
    });
    expect(failuresOf("playwright", file, false)).toEqual([
      "    teardown",
      "  a.spec.ts:3: is flaky (passed on its second try)",
      "    late",
      "  a.spec.ts:3: is unexpected",
      "    gone",
    ]);
  });

  it("says so where a run fails without a failing test, and nothing where all passed", () => {
    const passed = report({ testResults: [{ name: "a", status: "passed", assertionResults: [] }] });
    expect(failuresOf("vitest", passed, true)).toEqual([]);
    expect(failuresOf("vitest", passed, false)).toEqual([expect.stringContaining("outside of the tests")]);
    writeFileSync(errorsBeside(passed), JSON.stringify(["Error: late\n  at a.ts:1"]));
    expect(failuresOf("vitest", passed, false)).toEqual(["    Error: late", "    at a.ts:1"]);
    expect(failuresOf("vitest", "no-such-file", false)).toEqual(["  no report"]);
    expect(failuresOf("check", report({ output: "a.ts: wrong" }), false)).toEqual(["    ...", "    a.ts: wrong"]);
    expect(failuresOf("check", report({ output: "fine" }), true)).toEqual([]);
  });
});
