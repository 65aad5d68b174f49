// Bundles our own Node programs; packages stay in node_modules. Takes some 30 ms.
import { build, context } from "esbuild";

/** The browsers whose way of writing scripts and styles is written; the oldest that have what is used beside it. */
const browsers = ["es2022", "chrome111", "safari16.4", "firefox111"];

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
    // What is imported late is loaded late, with the packages that it alone needs.
    splitting: true,
    logLevel: "warning",
    // React components never reach these programs, messages do.
    loader: { ".json": "json" },
  });

/** What the programs start in threads and processes of their own. */
const workers = [
  "lib/services/rendering/render-worker.ts",
  "lib/services/files/examine-child.ts",
  "db/check-worker.ts",
];
export const buildWorkers = () => bundle(workers);

/** What the page about the API fetches, with the fonts of the house. */
const buildViewer = () =>
  build({
    entryPoints: ["lib/api/viewer/viewer.ts", "lib/api/viewer/viewer.css"],
    outdir: "dist/api-docs",
    bundle: true,
    minify: true,
    target: browsers,
    format: "esm",
    logLevel: "warning",
    // The files of public/ are served under their own address.
    external: ["/fonts/*"],
  });

/** The style of public pages, in one file. @param {string} name @returns {import("esbuild").BuildOptions} */
const style = (name) => ({
  entryPoints: ["app/(site)/style.css"],
  entryNames: name,
  outdir: "dist/style",
  bundle: true,
  minify: true,
  target: browsers,
  logLevel: "warning",
  external: ["/fonts/*"],
});

/** Everything that runs outside of Next, and the style of what it serves. */
export const buildPrograms = () =>
  Promise.all([
    bundle([...workers, "lib/server/main.ts", "lib/cli/cms.ts"]),
    buildViewer(),
    build(style("style-[hash]")),
  ]);

/** Writes the style anew whenever it changes, while somebody develops. */
export const watchStyle = async () => (await context(style("style"))).watch();
