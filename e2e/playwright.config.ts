import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./rig/folders.ts",
  outputDir: "../.reports/journeys",
  workers: 2,
  // Many times what a quiet machine needs: one that is slow, or has other things to do, takes a good part of it.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "../.reports/journeys.json" }]],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
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
      ],
    },
  },
});
