import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { keepTemporaryFilesInMemory } from "../lib/testing/in-memory";
import { leniency } from "./rig/leniency";

keepTemporaryFilesInMemory();

const specs = readdirSync(fileURLToPath(new URL(".", import.meta.url)))
  .filter((name) => name.endsWith(".spec.ts"))
  .sort();

/** Where to begin: elsewhere with each commit, so that a machine without time for all leaves out others each time. */
function beginning(): number {
  if (!process.env.CI) return 0;
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
    return Number.parseInt(commit.slice(0, 8), 16) % specs.length;
  } catch {
    return 0;
  }
}

const first = beginning();
/** How long something may take to show, in milliseconds. */
const patience = 30_000 * leniency;

export default defineConfig({
  testDir: ".",
  // Projects run in their order, and the files of each by name.
  projects: [
    { name: "journeys", testMatch: specs.slice(first) },
    { name: "journeys before them", testMatch: specs.slice(0, first) },
  ].filter(({ testMatch }) => testMatch.length > 0),
  globalSetup: "./rig/run.ts",
  outputDir: "../.reports/journeys",
  // Two keep two cores busy; the third uses them while others wait: for saves after a rest, for the server's time limits.
  workers: 3,
  // Many times what a quiet machine needs: one that is slow, or has other things to do, takes a good part of it.
  timeout: 20 * patience,
  // What is tried again and again would else be tried until the whole test's time is over.
  expect: { timeout: patience, toPass: { timeout: 2 * patience } },
  // A second try where nobody looks on, whose machine may stand still for seconds; the report names each test that needed it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "../.reports/journeys.json" }]],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    actionTimeout: 2 * patience,
    navigationTimeout: 2 * patience,
    launchOptions: {
      // Starts what PLAYWRIGHT_CHROMIUM names, or Debian's.
      executablePath: fileURLToPath(new URL("rig/chromium.sh", import.meta.url)),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // No page of a test lives long enough to win back what it costs to optimise its programs. Benchmarks do without this.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
