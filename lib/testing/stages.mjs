// The stages of `npm test`, fastest findings first. Each is a program with its arguments and its report.
import { join } from "node:path";

const bin = (/** @type {string[]} */ ...path) => join("node_modules", ...path);
const next = bin("next", "dist", "bin", "next");

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} title
 * @property {string[]} command Arguments of `node`.
 * @property {"vitest" | "playwright" | "check" | "step"} kind How it is counted: from the runner's report, as one, or only when it fails.
 * @property {string} report
 * @property {1 | 2} cores How many it keeps busy; two that take one run side by side.
 * @property {boolean | "alone"} [daily] Whether `npm run check` runs it; "alone": `npm test` does not.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} [needs] Stages that must have passed.
 * @property {string[]} [after] Stages that must have ended.
 * @property {boolean} [browser]
 * @property {number} [until] Where the time of all is limited, the part of it that is over when this one must end.
 */

const vitest = [bin("vitest", "vitest.mjs"), "run", "--config", "lib/testing/vitest.config.ts"];

/** @type {Stage[]} */
export const stages = [
  {
    name: "unused",
    title: "Unused files, exports and packages",
    command: [bin("knip", "bin", "knip.js"), "--no-progress", "--treat-config-hints-as-errors"],
    kind: "check",
    report: ".reports/unused.json",
    cores: 1,
    daily: true,
  },
  // The framework writes types of its routes, without which the program's own are not whole.
  {
    name: "routes",
    title: "Types of routes",
    command: [next, "typegen"],
    kind: "step",
    report: ".reports/routes.json",
    cores: 1,
    daily: true,
  },
  {
    name: "types",
    title: "Types",
    command: [bin("typescript", "bin", "tsc"), "--noEmit"],
    kind: "check",
    report: ".reports/types.json",
    cores: 1,
    daily: true,
    needs: ["routes"],
  },
  {
    name: "lint",
    title: "Lint",
    command: [bin("oxlint", "bin", "oxlint"), "--config", ".oxlintrc.json", "--deny-warnings"],
    kind: "check",
    report: ".reports/lint.json",
    cores: 1,
    daily: true,
  },
  {
    name: "format",
    title: "Format",
    command: [bin("oxfmt", "bin", "oxfmt"), "--list-different"],
    kind: "check",
    report: ".reports/format.json",
    cores: 1,
    daily: true,
  },
  {
    name: "build",
    title: "Production build",
    command: ["lib/server/start.mjs", "--build"],
    kind: "step",
    report: ".reports/build.json",
    cores: 1,
    // It writes the types of routes anew, which these read.
    after: ["routes", "types", "lint"],
  },
  {
    name: "unit",
    title: "Unit tests on SQLite",
    command: vitest,
    kind: "vitest",
    report: ".reports/unit-sqlite.json",
    cores: 2,
    until: 0.55,
  },
  {
    name: "unit-changed",
    title: "Unit tests about what has changed",
    command: vitest,
    kind: "vitest",
    report: ".reports/unit-sqlite.json",
    env: { BROADSHEET_TEST_CHANGED: "1" },
    cores: 2,
    daily: "alone",
  },
  {
    name: "journeys",
    title: "Browser journeys",
    command: [bin("@playwright", "test", "cli.js"), "test", "--config", "e2e/playwright.config.ts"],
    kind: "playwright",
    report: ".reports/journeys.json",
    cores: 2,
    needs: ["build"],
    browser: true,
    until: 0.85,
  },
  {
    name: "unit-postgres",
    title: "Unit tests on PostgreSQL",
    command: vitest,
    kind: "vitest",
    report: ".reports/unit-postgres.json",
    env: { BROADSHEET_TEST_ENGINE: "postgres" },
    cores: 2,
    until: 1,
  },
];
