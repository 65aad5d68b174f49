// Ends imports, their undoing, backups and restores with kill -9 at random moments, calls the command again, and
// compares what is there then with what an undisturbed one leaves: npm run bench -- moving --kills 50.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import Sqlite from "../../db/sqlite-driver.mjs";
import { buildPrograms } from "../../lib/server/launcher/bundle.mjs";
import { anOwner } from "./commands.mjs";
import { writeWordPress } from "./made-sources.mjs";
import { contentOf, differenceOf } from "./site-content.mjs";

const root = new URL("../..", import.meta.url).pathname;
const [POSTS, COMMENTS, PICTURES] = [240, 4, 24];

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

/** @param {string} site */
function importState(site) {
  const database = new Sqlite(join(site, "broadsheet.db"), { readonly: true });
  try {
    return database.prepare("SELECT state FROM imports WHERE id = 1").pluck().get() ?? "";
  } finally {
    database.close();
  }
}

/** Names in a site's folder that a killed command may have left there. */
const remains = (site, names) => readdirSync(site).filter((name) => names.test(name));

/** What is wrong with the backups of a site: each that has its name must be whole. */
async function wrongBackups(site) {
  const folder = join(site, "backups");
  for (const name of existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith(".zip")) : []) {
    const { ended, said } = await run(site, ["backup", "verify", join(folder, name)]);
    if (ended !== 0) return `${name} is not whole: ${said}`;
  }
  return null;
}

/** Goes on after an import or its undoing was killed. */
const goingOn = (args, isOver, expected) => async (site) => {
  if (!isOver(site)) await finish(site, args);
  return differenceOf(expected, contentOf(site).content);
};

/** What follows a killed backup: nothing half-made has a name, the next one is made, and the site is as it was. */
const backingUp = (expected) => async (site) => {
  const wrong = await wrongBackups(site);
  if (wrong !== null) return wrong;
  await finish(site, ["backup"]);
  const names = readdirSync(join(site, "backups"));
  const left = names.filter((name) => !name.endsWith(".zip") && !names.some((zip) => name === `${zip}.json`));
  if (left.length > 0) return `remains in backups: ${left.join(", ")}`;
  return (await wrongBackups(site)) ?? differenceOf(expected, contentOf(site).content);
};

/** What follows a killed restore: the old site or the new one, and the new one once it is restored again. */
const restoring = (args, before, expected) => async (site) => {
  await finish(site, ["reindex"]);
  const { content } = contentOf(site);
  const difference = differenceOf(expected, content);
  if (difference === null) return null;
  if (differenceOf(before, content) !== null) return `a mixture: ${difference}`;
  await finish(site, args);
  const left = remains(site, /^(?:\.restore-.*|restore\.json)$/);
  return left.length > 0 ? `remains: ${left.join(", ")}` : differenceOf(expected, contentOf(site).content);
};

/** Kills a command, every third one once more while it is called again. Returns how it went. */
async function killRound(site, { from, args, whole, isOver, after }, round) {
  rmSync(site, { recursive: true, force: true });
  cpSync(from, site, { recursive: true });
  const moments = [randomInt(Math.ceil(whole))];
  let again = false;
  const first = await run(site, args, moments[0]);
  // It may have ended just before, and would begin anew.
  if (first.ended === "SIGKILL" && round % 3 === 0 && !isOver(site)) {
    moments.push(randomInt(Math.ceil(whole / 2)));
    again = (await run(site, args, moments[1])).ended === "SIGKILL";
  }
  const difference = await after(site).catch((error) => String(error.message));
  return { ended: first.ended, again, difference, when: moments.map((ms) => `${ms} ms`).join(" and ") };
}

/**
 * Kills so many commands: imports, undos, backups and restores in turn.
 * @param {number} rounds @param {(text: string) => void} say
 */
export async function killCommands(rounds, say) {
  await buildPrograms();
  const base = mkdtempSync(join(tmpdir(), "broadsheet-kills-"));
  const [empty, full, undone, backedUp, restored, site] = [
    "empty",
    "full",
    "undone",
    "backed-up",
    "restored",
    "site",
  ].map((name) => join(base, name));
  try {
    const importing = await writeSource(base);
    mkdirSync(empty, { mode: 0o700 });
    await anOwner(empty);
    const took = async (from, to, args) => {
      cpSync(from, to, { recursive: true });
      const began = performance.now();
      await finish(to, args);
      return { from, args, whole: performance.now() - began, content: contentOf(to).content };
    };
    const file = join(base, "site.zip");
    const [undoing, backup, restore] = [["import", "undo", "1"], ["backup"], ["restore", file]];
    const imported = await took(empty, full, importing);
    await finish(full, ["backup", file]);
    const taken = await took(full, undone, undoing);
    const kept = await took(full, backedUp, backup);
    const back = await took(undone, restored, restore);
    const [isDone, isUndone] = ["DONE", "UNDONE"].map((state) => (at) => importState(at) === state);
    const kinds = {
      import: { ...imported, isOver: isDone, after: goingOn(importing, isDone, imported.content) },
      undo: { ...taken, isOver: isUndone, after: goingOn(undoing, isUndone, taken.content) },
      backup: { ...kept, isOver: () => false, after: backingUp(kept.content) },
      restore: { ...back, isOver: () => false, after: restoring(restore, taken.content, back.content) },
    };
    const names = Object.keys(kinds);
    const result = { killed: Object.fromEntries(names.map((name) => [name, 0])), again: 0, differences: [] };
    for (let round = 0; round < rounds; round += 1) {
      const name = names[round % names.length];
      const { ended, again, difference, when } = await killRound(site, kinds[name], round);
      if (ended === "SIGKILL") result.killed[name] += 1;
      if (again) result.again += 1;
      if (difference !== null) result.differences.push(`${name}, killed after ${when}: ${difference}`);
      say(`${String(round + 1).padStart(4)} of ${rounds}: ${name}, ${ended}, ${when}: ${difference ?? "the same"}`);
    }
    return result;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
