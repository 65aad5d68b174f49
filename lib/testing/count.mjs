// Counts the results in the runners' reports. A run that failed without naming a test counts as one failure.
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @param {Count[]} counts @returns {Count} */
export const sum = (counts) =>
  counts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** @param {Count} count */
export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/**
 * Vitest's report; a test file that fails without a failing test (it could not be loaded or set up) is one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults:
 * { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Count}
 */
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((test) => test.status !== "failed"),
    ).length,
  skipped: report.numPendingTests + report.numTodoTests,
});

/**
 * Playwright's report. A test that passes on the second try has passed, and the runner names it at its end; an error
 * outside of tests is a failure.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }}
 * report
 * @returns {Count}
 */
const ofPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
});

/**
 * @typedef {{ status: string, results: { status: string }[] }} Tried
 * @typedef {{ specs?: { tests: Tried[] }[], suites?: Suite[] }} Suite
 */

/**
 * How many tests failed, and were to be tried again when the run was ended.
 * @param {{ suites?: Suite[], config?: { projects: { retries: number }[] } }} report @returns {number}
 */
function undecided({ suites = [], config }) {
  const retries = Math.max(0, ...(config?.projects ?? []).map((project) => project.retries));
  const isOpen = (/** @type {Tried} */ { status, results }) =>
    status === "unexpected" && results.filter((result) => /^(failed|timedOut)$/.test(result.status)).length <= retries;
  return suites.reduce(
    (all, { specs = [], suites: inner = [] }) =>
      all + specs.flatMap(({ tests }) => tests).filter(isOpen).length + undecided({ suites: inner, config }),
    0,
  );
}

/**
 * The count of one stage from its report and exit code.
 * @param {import("./stages.mjs").Stage["kind"]} kind @param {string} file @param {boolean} ok
 * @param {boolean} [isOver] Whether it was ended because its time was over. @returns {Count}
 */
export function countOf(kind, file, ok, isOver = false) {
  if (kind === "check" || kind === "step")
    return { passed: ok && kind === "check" ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const count =
    report === undefined
      ? { passed: 0, failed: 1, skipped: 0 }
      : kind === "vitest"
        ? ofVitest(report)
        : ofPlaywright(report);
  if (isOver && report !== undefined) {
    const open = kind === "playwright" ? undecided(report) : 0;
    return { ...count, failed: count.failed - open, skipped: count.skipped + open };
  }
  // Unhandled errors fail a run without failing a test; and a run without tests proves nothing.
  const silent = count.failed === 0 && (!ok || count.passed + count.skipped === 0);
  return silent ? { ...count, failed: 1 } : count;
}
