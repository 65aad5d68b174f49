// Ends imports and their undoing with kill -9 at random moments, calls the command again, and compares what is there
// then with what an undisturbed one leaves: npm run bench -- moving --kills 50.
import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
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
import sharp from "sharp";
import Sqlite from "../../db/sqlite-driver.mjs";
import { buildPrograms } from "../../lib/server/bundle.mjs";
import { anOwner } from "./commands.mjs";
import { writeWordPress } from "./made-sources.mjs";

const root = new URL("../..", import.meta.url).pathname;
const [POSTS, COMMENTS, PICTURES] = [240, 4, 24];
/** Milliseconds; whatever came into being later is of this run. */
const BEGAN = Date.now();

/** Tables that say when and how often something was done, and those that SQLite keeps for its search index. */
const untold = /^(events|jobs|sqlite_.*|__drizzle.*|.*_(data|idx|docsize|config|content))$/;
const untoldColumns = new Set([
  "resumed",
  "cancel_wanted",
  "machine",
  "process_id",
  "process_start",
  "lease_owner",
  "lease_until",
]);

/** Runs a command on a site; kills it and everything that it started after so many milliseconds. */
function run(site, args, killAfter) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "dist/cms.js"), ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: site, DATABASE_URL: "", LOG_LEVEL: "silent", NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => void (said += text));
    const timer =
      killAfter !== undefined &&
      setTimeout(() => {
        try {
          process.kill(-(child.pid ?? 0), "SIGKILL");
        } catch {
          // It has just ended.
        }
      }, killAfter);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ ended: signal ?? code, said });
    });
  });
}

/** Calls a command again until it has come to its end, as somebody would. */
async function finish(site, args) {
  const { ended, said } = await run(site, args);
  if (ended !== 0) throw new Error(`${args.join(" ")} ended with ${ended}: ${said}`);
}

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/**
 * What a site holds: every row of every table, and every file. Moments of this run are all "now", and a file's folder,
 * whose name is made up like its version, is called by its content.
 */
function contentOf(site) {
  const database = new Sqlite(join(site, "broadsheet.db"), { readonly: true });
  const tables = /** @type {string[]} */ (
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
      .pluck()
      .all()
  ).filter((name) => !untold.test(name));
  const attachments = database.prepare("SELECT folder, version, digest FROM attachments").all();
  const tell = (/** @type {string} */ text) => {
    let told = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Date.parse(time) >= BEGAN ? "now" : time));
    for (const { folder, version, digest } of attachments)
      told = told
        .replaceAll(folder, digest)
        .replaceAll(`?v=${version}`, "")
        .replaceAll(folder.split("/").at(-1), digest);
    return told;
  };
  /** @type {Record<string, string[]>} */
  const content = {};
  for (const table of tables)
    content[table] = database
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .map((row) =>
        tell(
          JSON.stringify(row, (key, value) => {
            if (untoldColumns.has(key) || (table === "attachments" && key === "version")) return undefined;
            return typeof value === "number" && value >= BEGAN ? "now" : value;
          }),
        ),
      )
      .sort();
  database.close();
  const uploads = join(site, "uploads");
  const files = filesBelow(uploads);
  const isOf = (file) => attachments.some(({ folder }) => file.startsWith(`${folder}/`));
  content.files = files
    .filter(isOf)
    .map((file) => `${tell(file.replace(/\/[0-9a-z]{10}\//, "/v/"))} ${digestOf(readFileSync(join(uploads, file)))}`)
    .sort();
  // The server's hourly sweep removes these: nothing leads to them.
  return { content, strays: new Set(files.filter((file) => !isOf(file)).map((file) => file.split("/")[2])).size };
}

/** Where two rows part. */
function apart(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const part = (text) => text.slice(Math.max(0, at - 100), at + 150);
  return `\n  expected …${part(a)}\n  found    …${part(b)}`;
}

/** The first difference of each table of two sites, in words; null where there is none. */
function differenceOf(before, after) {
  const found = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[name] ?? [], after[name] ?? []];
    const at = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).find((i) => a[i] !== b[i]);
    if (at !== undefined)
      found.push(`${name} has ${b.length} instead of ${a.length}: ${apart(a[at] ?? "", b[at] ?? "")}`);
  }
  return found.length === 0 ? null : found.join("\n");
}

async function writeSource(base) {
  const [file, media] = [join(base, "old.xml"), join(base, "uploads")];
  const folder = join(media, "2020/05");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < PICTURES; n += 1)
    writeFileSync(
      join(folder, `picture-${n}.png`),
      await sharp({ create: { width: 200 + n, height: 100, channels: 3, background: { r: n * 9, g: 99, b: 150 } } })
        .png()
        .toBuffer(),
    );
  writeWordPress(file, { posts: POSTS, comments: COMMENTS, bytes: 800, pictures: PICTURES });
  return ["import", "wordpress", file, "--media", media];
}

/**
 * Kills so many commands, imports and their undoing in turn.
 * @param {number} rounds @param {(text: string) => void} say
 */
export async function killImports(rounds, say) {
  await buildPrograms();
  const base = mkdtempSync(join(tmpdir(), "broadsheet-kills-"));
  const [empty, full, undone, site] = ["empty", "full", "undone", "site"].map((name) => join(base, name));
  try {
    const importing = await writeSource(base);
    mkdirSync(empty, { mode: 0o700 });
    await anOwner(empty);
    const took = async (from, to, args) => {
      cpSync(from, to, { recursive: true });
      const began = performance.now();
      await finish(to, args);
      return { args, from, whole: performance.now() - began, ...contentOf(to) };
    };
    const kinds = {
      import: await took(empty, full, importing),
      undo: await took(full, undone, ["import", "undo", "1"]),
    };
    const result = { rounds, killed: { import: 0, undo: 0 }, again: 0, strays: 0, differences: [] };
    for (let round = 0; round < rounds; round += 1) {
      const kind = round % 2 === 0 ? "import" : "undo";
      const { args, from, whole, content } = kinds[kind];
      rmSync(site, { recursive: true, force: true });
      cpSync(from, site, { recursive: true });
      const moments = [randomInt(Math.ceil(whole))];
      const first = await run(site, args, moments[0]);
      if (first.ended === "SIGKILL") result.killed[kind] += 1;
      // Every third one is killed once more while it goes on.
      if (first.ended === "SIGKILL" && round % 3 === 0) {
        moments.push(randomInt(Math.ceil(whole / 2)));
        if ((await run(site, args, moments[1])).ended === "SIGKILL") result.again += 1;
      }
      let difference;
      try {
        // It may have ended just before, and would begin anew.
        if (stateOf(site) !== (kind === "import" ? "DONE" : "UNDONE")) await finish(site, args);
        const left = contentOf(site);
        difference = differenceOf(content, left.content);
        result.strays += left.strays;
      } catch (error) {
        difference = String(error.message);
      }
      const when = moments.map((ms) => `${ms} ms`).join(" and ");
      if (difference !== null) result.differences.push(`${kind}, killed after ${when}: ${difference}`);
      say(
        `${String(round + 1).padStart(4)} of ${rounds}: ${kind}, ${first.ended}, ${when}: ${difference ?? "the same"}`,
      );
    }
    return result;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function stateOf(site) {
  const database = new Sqlite(join(site, "broadsheet.db"), { readonly: true });
  try {
    return database.prepare("SELECT state FROM imports WHERE id = 1").pluck().get() ?? "";
  } finally {
    database.close();
  }
}
