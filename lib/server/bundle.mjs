// Bundles our Node programs; packages stay in node_modules. Takes some 30 ms.
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
    chunkNames: "[name]-[hash]",
    // Dynamic imports stay dynamic, with the packages that only they need.
    splitting: true,
    logLevel: "warning",
    // These programs never load React components, but they load messages.
    loader: { ".json": "json" },
  });

/** The programs for threads and child processes. */
const workers = [
  "lib/services/rendering/render-worker.ts",
  "lib/services/files/examine-child.ts",
  "db/check-worker.ts",
];
export const buildWorkers = () => bundle(workers);

/** The files of the page about the API, with the site's own fonts. */
const buildViewer = () =>
  build({
    entryPoints: ["lib/api/viewer/viewer.ts", "lib/api/viewer/viewer.css"],
    outdir: "dist/api-docs",
    bundle: true,
    minify: true,
    target: ["es2022", "chrome111", "safari16.4", "firefox111"],
    format: "esm",
    logLevel: "warning",
    // Files of public/ are served under their own addresses.
    external: ["/fonts/*"],
  });

/** Everything that runs outside of Next. */
export const buildPrograms = () =>
  Promise.all([bundle([...workers, "lib/server/main.ts", "lib/cli/cms.ts"]), buildViewer()]);
