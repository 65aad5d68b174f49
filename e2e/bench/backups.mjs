// Measures backup, verification and restore of a site with many uploads beside cp and sha256sum of the same files:
// node e2e/bench/backups.mjs [--megabytes 1024] [--rounds 3].
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Sqlite from "../../db/sqlite-driver.mjs";
import { buildPrograms } from "../../lib/server/launcher/bundle.mjs";

const root = new URL("../..", import.meta.url).pathname;
const FILE_BYTES = 2 * 1024 ** 2;
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function cms(folder, args, input = "") {
  return execFileSync(process.execPath, [join(root, "dist/cms.js"), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, LOG_LEVEL: "silent" },
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** A site with an account and so many uploads. */
function aSite(folder, megabytes) {
  cms(
    folder,
    ["user", "create", "--username", "owner", "--email", "o@example.org", "--role", "admin", "--password-stdin"],
    "correct horse battery 9\n",
  );
  addUploads(folder, megabytes);
}

/** Adds uploads of random bytes, which no program makes smaller, to a site. */
export function addUploads(folder, megabytes) {
  const database = new Sqlite(join(folder, "broadsheet.db"));
  const insert = database.prepare(
    "INSERT INTO attachments (name, folder, file_name, version, media_type, suffix, size, digest, variants, create_time, update_time) VALUES (?, ?, ?, 'v1', 'image/jpeg', 'jpg', ?, ?, '[]', 0, 0)",
  );
  for (let i = 0; i < (megabytes * 1024 ** 2) / FILE_BYTES; i += 1) {
    const name = `f${i.toString(36).padStart(6, "0")}`;
    mkdirSync(join(folder, "uploads/2024/01", name, "v1"), { recursive: true });
    writeFileSync(join(folder, "uploads/2024/01", name, "v1/original"), randomBytes(FILE_BYTES));
    insert.run(name, `2024/01/${name}`, `${name}.jpg`, FILE_BYTES, name);
  }
  database.close();
}

const seconds = (work) => {
  spawnSync("sync");
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
};

const run = (command, ...args) => execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
const sums = (folder) => run("sh", "-c", `find '${folder}' -type f -print0 | xargs -0 sha256sum`);

/** Seconds of each, in rounds that alternate with the limit. */
export async function measureBackups(megabytes, rounds) {
  await buildPrograms();
  const base = mkdtempSync(join(tmpdir(), "backups-"));
  const [folder, copy, zip, empty] = ["site", "copy", "site.zip", "empty"].map((name) => join(base, name));
  const found = { copying: [], summing: [], backup: [], verify: [], restore: [] };
  try {
    mkdirSync(folder);
    aSite(folder, megabytes);
    for (let i = 0; i < rounds; i += 1) {
      for (const path of [copy, zip, empty]) rmSync(path, { recursive: true, force: true });
      found.copying.push(seconds(() => (run("cp", "-r", join(folder, "uploads"), copy), run("sync"), sums(copy))));
      found.backup.push(seconds(() => cms(folder, ["backup", zip])));
      found.summing.push(seconds(() => sums(copy)));
      found.verify.push(seconds(() => cms(folder, ["backup", "verify", zip])));
      mkdirSync(empty);
      found.restore.push(seconds(() => cms(empty, ["restore", zip])));
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  const of = Object.fromEntries(Object.entries(found).map(([name, all]) => [name, median(all)]));
  return {
    megabytes,
    seconds: of,
    ratios: { backup: of.copying / of.backup, verify: of.summing / of.verify, restore: of.copying / of.restore },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      megabytes: { type: "string", default: "1024" },
      rounds: { type: "string", default: "3" },
    },
  });
  const result = await measureBackups(Number(values.megabytes), Number(values.rounds));
  console.log(JSON.stringify(result, null, 2));
}
