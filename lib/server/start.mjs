// The entry point: installs what is missing, builds what has changed, then becomes the server or a command, in this
// process. Plain JavaScript without packages, since it runs before they are installed.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { keepInOneByte, shareEqualChunks } from "./launcher/built-programs.mjs";
import { checkNode, fail, install, isPackaged, prepareOnce, readStamp, runProgram } from "./launcher/install.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);

const args = process.argv.slice(2);
const mode = ["--dev", "--cms", "--build", "--package"].find((name) => args[0] === name) ?? "--serve";
// A command's output belongs to the command.
const say = (/** @type {string} */ text) => (mode === "--cms" ? process.stderr : process.stdout).write(`${text}\n`);

const sources = [
  "app",
  "components",
  "lib",
  "db",
  "public",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "next.config.mjs",
  "tailwind.config.ts",
  "postcss.config.mjs",
];

/** A fingerprint of the sources of a build: path, size and time of each file. */
function fingerprint() {
  const hash = createHash("sha256");
  const walk = (/** @type {string} */ path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else if (!/\.test\.tsx?$|^lib.testing/.test(path))
      hash.update(`${path}\0${stat.size}\0${Math.floor(stat.mtimeMs)}\n`);
  };
  for (const source of sources) walk(source);
  return hash.digest("hex");
}

/** Compresses the build's text files once, so that no request has to. */
async function pack(/** @type {string} */ folder) {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (!/\.(js|css|svg|json|txt)$/.test(name) || !statSync(file).isFile()) continue;
    const content = readFileSync(file);
    if (content.byteLength < 512) continue;
    writeFileSync(`${file}.br`, await br(content));
    writeFileSync(`${file}.gz`, await gz(content));
  }
}

async function build() {
  const stamp = join("dist", ".built-from");
  const wanted = fingerprint();
  const isBuilt = () => readStamp(stamp) === wanted && existsSync(join(".next", "BUILD_ID"));
  await prepareOnce(isBuilt, say, () => buildAnew(stamp));
}

async function buildAnew(/** @type {string} */ stamp) {
  say("Building (about a minute, only when something has changed) …");
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist", { recursive: true });
  const { buildPrograms, shrinkSiteScript } = await import("./launcher/bundle.mjs");
  await buildPrograms();
  // The build needs no settings and no database; a DATA_DIR of its own keeps it away from the site's.
  const isMade = await runProgram(process.execPath, [join("node_modules", ".bin", "next"), "build"], {
    quiet: mode === "--cms",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (!isMade) fail("The build failed; see the lines above.");
  for (const folder of ["", "ssr"].map((name) => join(".next", "server", "chunks", name))) {
    shareEqualChunks(folder);
    keepInOneByte(folder);
  }
  keepInOneByte("dist");
  cpSync("public", join("dist", "public"), { recursive: true });
  await shrinkSiteScript();
  for (const folder of [
    join(".next", "static"),
    join("dist", "public"),
    join("dist", "api-docs"),
    join("dist", "style"),
  ])
    await pack(folder);
  // Next may write to tsconfig.json while building.
  writeFileSync(stamp, fingerprint());
}

/** Starts one of our programs in this process; wrong settings are reported in one sentence. */
async function become(/** @type {string} */ program) {
  // New files are for their owner only; the build may be read by all.
  process.umask(0o077);
  try {
    await import(new URL(`../../dist/${program}`, import.meta.url).href);
  } catch (error) {
    fail(
      error instanceof Error && error.message.startsWith("The setting ")
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    );
  }
}

/** A sample site has its own folder, whatever the settings say, which is removed with the process. */
function useDemoFolder() {
  for (const name of ["DATABASE_URL", "SITE_URL"]) delete process.env[name];
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-demo-"));
  process.env.DATA_DIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

checkNode();
const isReady = isPackaged();
if (!isReady) await install(say, { quiet: mode === "--cms" });
process.env.NEXT_TELEMETRY_DISABLED = "1";
// What later releases of the client for S3 need concerns whoever pins it, and not the log of a site.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
// It hides rejections of prerenders, which are not made here, and writes to the console when its listener is removed.
process.env.NEXT_UNHANDLED_REJECTION_FILTER = "disabled";
if (mode === "--dev") {
  process.env.NODE_ENV = "development";
  mkdirSync("dist", { recursive: true });
  const { buildPrograms, watchStyle } = await import("./launcher/bundle.mjs");
  await Promise.all([buildPrograms(), watchStyle()]);
  await become("main.js");
} else {
  process.env.NODE_ENV ??= "production";
  if (!isReady) await build();
  if (mode === "--package") (await import("./launcher/package.mjs")).makePackage(say, args[1] ?? ".package");
  if (mode === "--cms") {
    process.argv.splice(2, process.argv.length, ...args.slice(1));
    await become("cms.js");
  } else if (mode === "--serve") {
    if (args.includes("--demo")) useDemoFolder();
    await become("main.js");
  }
}
