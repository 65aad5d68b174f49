// Names what failed, from the runners' reports, for whoever sees only the end of what `npm test` prints.
import { existsSync, readFileSync } from "node:fs";

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8"));

/** How much of each message is repeated; the whole is in the stage's own output and report. */
const LINES = 4;

/** Colours of a terminal, with which the runners mark words. */
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;

const secondTry = " (passed on its second try)";

const linesOf = (/** @type {string} */ message) =>
  message
    .replace(COLOURS, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `    ${line.trim()}`);

const beginningOf = (/** @type {string} */ message) => linesOf(message).slice(0, LINES);

/** Where the errors stand that the runner's report leaves out. */
export const errorsBeside = (/** @type {string} */ report) => report.replace(/\.json$/, "-errors.json");

/**
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string,
 * failureMessages?: string[] }[] }[] }} report
 */
const ofVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const named = assertionResults.filter((test) => (test.failureMessages ?? []).length > 0);
    if (named.length === 0) return status === "failed" ? [`  ${name}`, ...beginningOf(message)] : [];
    return named.flatMap((test) => [
      `  ${name}: ${test.fullName}${test.status === "failed" ? "" : secondTry}`,
      ...beginningOf(test.failureMessages.join("\n")),
    ]);
  });

/**
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { error?: { message?: string } }[] }[]
 * }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/** @param {Suite & { errors?: { message?: string }[] }} report @returns {string[]} */
const ofPlaywright = ({ specs = [], suites = [], errors = [] }) => [
  ...errors.flatMap(({ message = "" }) => beginningOf(message)),
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .flatMap(({ status, results }) => [
        `  ${file}:${line}: ${title}${status === "flaky" ? secondTry : ""}`,
        ...beginningOf(results.find(({ error }) => error)?.error?.message ?? ""),
      ]),
  ),
  ...suites.flatMap(ofPlaywright),
];

/** The errors outside of tests. @param {string} file */
const outside = (file) => (existsSync(errorsBeside(file)) ? read(errorsBeside(file)).flatMap(beginningOf) : []);

/**
 * What failed in one stage, a line for each and the beginning of its message; what passed on its second try is named,
 * too.
 * @param {import("./stages.mjs").Stage["kind"]} kind @param {string} file @param {boolean} ok @returns {string[]}
 */
export function failuresOf(kind, file, ok) {
  if (!existsSync(file)) return ok ? [] : ["  no report"];
  const report = read(file);
  if (kind === "vitest" || kind === "playwright") {
    const lines = kind === "vitest" ? [...ofVitest(report), ...outside(file)] : ofPlaywright(report);
    return ok || lines.length > 0 ? lines : ["  an error outside of the tests; see the stage's output"];
  }
  // Checks and builds say at their end what was wrong.
  return ok ? [] : ["    ...", ...linesOf(report.output).slice(-2 * LINES)];
}
