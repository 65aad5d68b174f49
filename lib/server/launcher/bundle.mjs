// Bundles our own Node programs with the packages that only they use.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { build, context, transform } from "esbuild";

/** The oldest browsers that scripts and styles are written for. */
const browsers = ["es2022", "chrome111", "safari16.4", "firefox111"];

/** Loaded from node_modules: what is native, what Next loads as well, what finds its own files, what is loaded late. */
export const external = [
  "better-sqlite3",
  "better-sqlite3-13",
  "sharp",
  "pg",
  "next",
  "next/*",
  "next-auth",
  "next-auth/*",
  "drizzle-orm",
  "drizzle-orm/*",
  "pino",
  "react",
  "react-dom",
  "react-dom/*",
  "shiki/langs",
  "nodemailer",
  "nodemailer/*",
  "@aws-sdk/client-s3",
  "prom-client",
  // Shares a package with a patch (lib/patches/zip-checksums.ts).
  "yazl",
  "buffer-crc32",
];

/** Leaves the comments of packages out: V8 holds the whole text of a program, and what is written in it. @type {import("esbuild").Plugin} */
const withoutComments = {
  name: "packages without comments",
  setup(bundling) {
    bundling.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: (await transform(await readFile(path, "utf8"), { minifyWhitespace: true })).code,
    }));
  },
};

/** @param {string[]} entryPoints */
const bundle = (entryPoints) =>
  build({
    entryPoints,
    outdir: "dist",
    bundle: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    external,
    // Packages in the other format ask for Node's modules in their own way.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
    },
    sourcemap: true,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    // Dynamic imports stay dynamic, with the packages that only they need.
    splitting: true,
    plugins: [withoutComments],
    logLevel: "warning",
    // These programs never load React components, but they load messages.
    loader: { ".json": "json" },
  });

/** The programs for threads and child processes. */
const workers = [
  "lib/services/rendering/render-worker.ts",
  "lib/services/files/examine-child.ts",
  "lib/features/moving/sources/reading-child.ts",
  "lib/services/archives/hash-worker.ts",
  "lib/features/backups/backup-child.ts",
  "db/check-worker.ts",
  "db/aside-worker.ts",
];
export const buildWorkers = () => bundle(workers);

/** The files of the page about the API, with the site's own fonts. */
const buildViewer = () =>
  build({
    entryPoints: ["lib/api/viewer/viewer.ts", "lib/api/viewer/viewer.css"],
    outdir: "dist/api-docs",
    bundle: true,
    minify: true,
    target: browsers,
    format: "esm",
    logLevel: "warning",
    // Files of public/ are served under their own addresses.
    external: ["/fonts/*"],
  });

const looks = "components/site/looks";
const fonts = "app/(site)/fonts";
const figures = "app/(site)/_figures";
/** Each look's folder with each choice of fonts, as `look-fonts`. */
const styles = () =>
  readdirSync(looks, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(fonts).map((file) => `${name}-${file.slice(0, -".css".length)}`));

/** Puts the style of a look with some fonts together; what comes later wins. @type {import("esbuild").Plugin} */
const lookStyles = {
  name: "styles of looks",
  setup(bundling) {
    bundling.onResolve({ filter: /^style:/ }, ({ path }) => ({
      path: path.slice("style:".length),
      namespace: "style",
    }));
    bundling.onLoad({ filter: /./, namespace: "style" }, ({ path }) => {
      const [look, ...name] = path.split("-");
      const parts = [
        "app/(site)/tokens.css",
        `${looks}/${look}/tokens.css`,
        `${fonts}/${name.join("-")}.css`,
        "app/(site)/site.css",
        "app/(site)/prose.css",
        `${looks}/${look}/look.css`,
      ];
      return {
        contents: parts.map((part) => `@import "./${part}";`).join("\n"),
        loader: "css",
        resolveDir: process.cwd(),
      };
    });
  },
};

/** The style of public pages, in one file for each look and choice of fonts. @param {string} name @returns {import("esbuild").BuildOptions} */
const style = (name) => ({
  entryPoints: styles().map((each) => ({ in: `style:${each}`, out: each })),
  entryNames: name,
  plugins: [lookStyles],
  outdir: "dist/style",
  bundle: true,
  minify: true,
  target: browsers,
  logLevel: "warning",
  external: ["/fonts/*"],
});

/** The style of what only some texts hold, which stands in their pages. @type {import("esbuild").BuildOptions} */
const figureStyle = {
  entryPoints: readdirSync(figures).map((name) => join(figures, name)),
  outdir: "dist/figures",
  minify: true,
  target: browsers,
  logLevel: "warning",
};

/** The script of public pages without its comments: each first visit fetches it. */
export const shrinkSiteScript = () =>
  build({
    entryPoints: readdirSync("public")
      .filter((name) => name.endsWith(".js"))
      .map((name) => join("public", name)),
    outdir: "dist/public",
    allowOverwrite: true,
    minify: true,
    target: browsers,
    format: "esm",
    logLevel: "warning",
  });

/** Everything that runs outside of Next, and the style of what it serves. */
export const buildPrograms = () =>
  Promise.all([
    bundle([...workers, "lib/server/main.ts", "lib/cli/cms.ts"]),
    buildViewer(),
    build(style("[name]-[hash]")),
    build(figureStyle),
  ]);

/** Writes the style again whenever it changes, in development. */
export const watchStyle = async () => {
  for (const each of [style("[name]"), figureStyle]) await (await context(each)).watch();
};
