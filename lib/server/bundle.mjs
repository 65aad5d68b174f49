// Bundles our own Node programs; packages stay in node_modules. Takes some 30 ms.
import { build } from "esbuild";

/** @param {string[]} entryPoints */
const bundle = (entryPoints) =>
  build({
    entryPoints,
    outdir: "dist",
    bundle: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    packages: "external",
    sourcemap: true,
    entryNames: "[name]",
    logLevel: "warning",
    // React components never reach these programs, messages do.
    loader: { ".json": "json" },
  });

/** What operations start in worker threads. */
export const buildWorkers = () => bundle(["lib/content/render-worker.ts"]);

/** Everything that runs outside of Next. */
export const buildPrograms = () => bundle(["lib/content/render-worker.ts", "lib/server/main.ts", "lib/cli/cms.ts"]);
