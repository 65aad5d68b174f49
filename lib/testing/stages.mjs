// What `npm test` runs, in this order. Each stage is a program with its arguments and the report it leaves.
import { join } from "node:path";

const bin = (/** @type {string[]} */ ...path) => join("node_modules", ...path);

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} title
 * @property {string[]} command Arguments of `node`.
 * @property {"vitest" | "playwright" | "check" | "step"} kind How it is counted: from the runner's report, as one, or only when it fails.
 * @property {string} report
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} [needs] Stages that must have passed.
 * @property {boolean} [browser]
 */

const vitest = [bin("vitest", "vitest.mjs"), "run", "--config", "lib/testing/vitest.config.ts"];

/** @type {Stage[]} */
export const stages = [
  {
    name: "format",
    title: "Format",
    command: [bin("prettier", "bin", "prettier.cjs"), "--check", "--log-level", "warn", "."],
    kind: "check",
    report: ".reports/format.json",
  },
  {
    name: "lint",
    title: "Lint",
    command: [bin("oxlint", "bin", "oxlint"), "--config", ".oxlintrc.json", "--deny-warnings"],
    kind: "check",
    report: ".reports/lint.json",
  },
  {
    name: "unused",
    title: "Unused files, exports and packages",
    command: [bin("knip", "bin", "knip.js"), "--no-progress", "--treat-config-hints-as-errors"],
    kind: "check",
    report: ".reports/unused.json",
  },
  // Before the types: the framework writes some of them while building.
  {
    name: "build",
    title: "Production build",
    command: ["lib/server/start.mjs", "--build"],
    kind: "step",
    report: ".reports/build.json",
  },
  {
    name: "types",
    title: "Types",
    command: [bin("typescript", "bin", "tsc"), "--noEmit"],
    kind: "check",
    report: ".reports/types.json",
    needs: ["build"],
  },
  { name: "unit", title: "Unit tests on SQLite", command: vitest, kind: "vitest", report: ".reports/unit-sqlite.json" },
  {
    name: "unit-postgres",
    title: "Unit tests on PostgreSQL",
    command: vitest,
    kind: "vitest",
    report: ".reports/unit-postgres.json",
    env: { BROADSHEET_TEST_ENGINE: "postgres" },
  },
  {
    name: "journeys",
    title: "Browser journeys",
    command: [bin("@playwright", "test", "cli.js"), "test", "--config", "e2e/playwright.config.ts"],
    kind: "playwright",
    report: ".reports/journeys.json",
    needs: ["build"],
    browser: true,
  },
];
