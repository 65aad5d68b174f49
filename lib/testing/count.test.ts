import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countOf, inWords, sum } from "./count.mjs";

const report = (content: unknown): string => {
  const file = join(mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "report-")), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const vitest = (numbers: object, testResults: object[] = []) =>
  report({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers });
const playwright = (stats: object, errors: object[] = []) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

describe("counting what the runners report", () => {
  it("takes passed, failed and skipped from each runner's own report", () => {
    expect(
      countOf("vitest", vitest({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }), false),
    ).toEqual({ passed: 5, failed: 2, skipped: 2 });
    expect(countOf("playwright", playwright({ expected: 7, unexpected: 1, skipped: 3 }), false)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 3,
    });
  });

  it("counts a test file that could not be loaded or set up, and an error outside of any test, as failures", () => {
    expect(
      countOf(
        "vitest",
        vitest({ numPassedTests: 5 }, [
          { status: "failed", assertionResults: [] },
          { status: "passed", assertionResults: [{ status: "passed" }] },
        ]),
        false,
      ),
    ).toEqual({ passed: 5, failed: 1, skipped: 0 });
    expect(
      countOf(
        "vitest",
        vitest({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 3 }, [
          { status: "failed", assertionResults: [{ status: "skipped" }] },
          { status: "failed", assertionResults: [{ status: "failed" }] },
        ]),
        false,
      ),
    ).toEqual({ passed: 5, failed: 2, skipped: 3 });
    expect(countOf("playwright", playwright({ expected: 2 }, [{ message: "teardown" }]), false)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
    });
  });

  it("counts a journey that passes on its second try as passed, and one that does not as failed", () => {
    expect(countOf("playwright", playwright({ expected: 2, flaky: 1 }), true)).toMatchObject({ passed: 3, failed: 0 });
    expect(countOf("playwright", playwright({ flaky: 1, unexpected: 1 }), false)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it("counts a journey as left out that was to be tried again when its time was over", () => {
    const tried = (...results: string[]) => ({
      tests: [{ status: "unexpected", results: results.map((status) => ({ status })) }],
    });
    const ended = report({
      stats: { expected: 4, unexpected: 3, flaky: 0, skipped: 9 },
      errors: [],
      config: { projects: [{ retries: 1 }] },
      suites: [
        { specs: [tried("failed"), tried("failed", "failed")], suites: [{ specs: [tried("failed", "interrupted")] }] },
      ],
    });
    expect(countOf("playwright", ended, true, true)).toEqual({ passed: 4, failed: 1, skipped: 11 });
    expect(countOf("playwright", ended, false)).toMatchObject({ failed: 3 });
    expect(countOf("vitest", vitest({}), true, true)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });

  it("counts a runner that failed without saying why, or ran nothing, as one failure", () => {
    expect(countOf("vitest", "no-such-report.json", false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countOf("vitest", "no-such-report.json", true).failed).toBe(1);
    expect(countOf("vitest", vitest({ numPassedTests: 5 }), false)).toEqual({ passed: 5, failed: 1, skipped: 0 });
    expect(countOf("playwright", playwright({}), true).failed).toBe(1);
  });

  it("counts a check as one, and a step only where it fails", () => {
    expect([countOf("check", "", true), countOf("check", "", false)]).toMatchObject([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
    ]);
    expect([countOf("step", "", true), countOf("step", "", false)]).toMatchObject([
      { passed: 0, failed: 0 },
      { passed: 0, failed: 1 },
    ]);
  });

  it("says it in the words that the last line has", () => {
    const total = sum([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]);
    expect(inWords(total)).toBe("7 passed, 1 failed");
    expect(inWords({ ...total, skipped: 9 })).toBe("7 passed, 1 failed, 9 skipped");
  });
});
