import { defineConfig } from "vitest/config";
import { changedTests } from "./changed-tests";
import { engineTests } from "./engine-tests";
import { ErrorsOutsideOfTests, unitReport } from "./errors-outside";
import { keepTemporaryFilesInMemory } from "./in-memory";

keepTemporaryFilesInMemory();

// BROADSHEET_TEST_ENGINE=postgres runs the same tests on PGlite; the dialect follows DATABASE_URL.
const postgres = process.env.BROADSHEET_TEST_ENGINE === "postgres";

// BROADSHEET_TEST_CHANGED=1 runs those of them that what has changed since the main branch concerns.
const changed = process.env.BROADSHEET_TEST_CHANGED === "1";

/** The tests of this run. */
function included(): string[] {
  if (postgres) return engineTests();
  return changed ? changedTests() : ["lib/**/*.test.ts", "db/**/*.test.ts", "components/**/*.test.ts"];
}

// Tests of what needs SQLite: its snapshots, between which commits are watched, and its plans.
const watching = [
  "lib/testing/watch/*.test.ts",
  "lib/testing/lookups.test.ts",
  "lib/features/options/settings-shown.test.ts",
];

// What runs for one file alone is hardly ever worth optimising: to wait longer with it saves a tenth of the processor. Node 22
// and 24 know no such setting.
const optimisingLater = process.version.startsWith("v20.") ? ["--interrupt-budget=300000"] : [];

export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: included(),
    // Tests of the SQLite file itself do not apply to PostgreSQL.
    exclude: ["node_modules", ...(postgres ? ["db/sqlite*.test.ts", ...watching] : [])],
    globalSetup: "lib/testing/global-setup.ts",
    setupFiles: [
      "lib/testing/file-state.ts",
      "lib/testing/equality.ts",
      "lib/testing/properties.ts",
      "lib/testing/summaries.ts",
      ...(postgres ? [] : ["lib/testing/watch/hooks.ts", "lib/testing/lookups.ts"]),
    ],
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", TZ: "UTC", DATABASE_URL: postgres ? "postgres://pglite" : "" },
    pool: "forks",
    isolate: false,
    // Modules loaded anew for each file are garbage soon: with room for it, a run takes a twenty-fifth less of the processor.
    execArgv: ["--max-semi-space-size=64", ...optimisingLater],
    maxWorkers: 2,
    // Many times what a quiet machine needs, since the machines of CI may give a run a small part of their processors.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As with journeys: what passes on its second try has passed, and is named at the end of `npm test`.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 120_000 } },
    reporters: ["default", ["json", { outputFile: unitReport }], new ErrorsOutsideOfTests()],
  },
});
