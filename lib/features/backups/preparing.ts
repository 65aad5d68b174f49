import { constants, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "../../../db";
import { env } from "../../core/env";
import { flush } from "../../core/flush";
import { keyFile, markOf, readKey } from "../../core/key-file";
import { installEngine } from "../../core/operation";
import { readOptions } from "../../services/settings/reading";
import { stopRenderer } from "../../services/rendering/renderer";
import { countAttachments, moveFiles } from "../attachments/moving";
import { renewForeign } from "../renewals/renewing";
import { keyProblem, knownMark, renewSiteKey } from "../accounts/sign-in/site-key";
import { type OnProgress, PAUSE_MS } from "./progress";
import { discardPrepared, preparedDatabase } from "./prepared-database";
import { refused } from "./refused";
import { whileThereIsRoom } from "./room";
import { verifyBackup } from "./verifying";

/** A site that is ready to be put into the place of another. `notes` are sentences for the owner. */
export type Prepared = { counts: Record<string, number>; notes: string[] };

/** Unpacks a backup, which is verified meanwhile. */
async function unpack(path: string, into: string, report: OnProgress): Promise<Prepared> {
  const { ok, problems, manifest } = await verifyBackup(path, { folder: into, unpack: true, report });
  if (!ok || !manifest) throw refused(problems);
  report({ step: "OPENING", done: 0, total: 0 });
  return { counts: manifest.counts, notes: await preparedDatabase.fromBackup(into, manifest) };
}

/** Lets a file stand in two folders; where the file system cannot, it is copied. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}

function linkFolder(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (source, target) => {
      if (!statSync(source).isFile()) return true;
      linkOrCopy(source, target);
      return false;
    },
  });
}

/** Takes the data that an earlier restore replaced, which stays where it is. */
async function takeFolder(path: string, into: string): Promise<Prepared> {
  const made = await preparedDatabase.fromReplaced(path, into);
  if (existsSync(join(path, "uploads"))) linkFolder(join(path, "uploads"), join(into, "uploads"));
  if (existsSync(join(path, "secret.key"))) copyFileSync(join(path, "secret.key"), join(into, "secret.key"));
  return made;
}

/** Gives a prepared site without a key the present one where it fits, or a new one. */
async function completeKey(presentKey: Buffer | null, from: string, markInside: string | null): Promise<string[]> {
  if (readKey()) return [];
  if (presentKey && (markInside === null || markOf(presentKey) === markInside)) {
    copyFileSync(from, keyFile(), constants.COPYFILE_EXCL);
    return [];
  }
  const { factors } = await renewSiteKey();
  return [
    `The backup is without the site's key, so a new one was made: ${factors} second factors are turned off, and the mail password and the webhooks' secrets have to be set again.`,
  ];
}

/**
 * Puts a prepared site's files into the bucket, where that is the storage: their names are used for nothing else, so that
 * the present site loses none.
 */
async function storeFiles(into: string, report: OnProgress): Promise<void> {
  if (!env.s3) return;
  const { bytes: total } = await countAttachments();
  let done = 0;
  report({ step: "STORING", done, total });
  await moveFiles("s3", {
    onAttachment: (bytes) => report({ step: "STORING", done: (done += bytes), total }),
  });
  rmSync(join(into, "uploads"), { recursive: true });
  mkdirSync(join(into, "uploads"), { mode: 0o700 });
}

/** The most texts that are named. */
const MOST_NAMED = 20;

/**
 * Renders what the backup's maker stored as HTML, and may have written by hand: readers of the restored site get what this
 * program made. Before anybody opens it, so that nobody meets the earlier HTML or saves it on.
 */
async function renderTexts(report: OnProgress): Promise<string[]> {
  report({ step: "RENDERING", done: 0, total: 0 });
  let told = performance.now();
  try {
    const left = await renewForeign((done, total) => {
      if (performance.now() - told < PAUSE_MS) return;
      told = performance.now();
      report({ step: "RENDERING", done, total });
    });
    if (left.length === 0) return [];
    const more = left.length > MOST_NAMED ? ` And ${left.length - MOST_NAMED} more.` : "";
    return [
      `Of these texts only the words are shown, since they cannot be rendered; save them anew: ${left.slice(0, MOST_NAMED).join(" ")}${more}`,
    ];
  } finally {
    await stopRenderer();
  }
}

/** Code comes back with a site as its owner wrote it, also to somebody who never did: nobody but the owner can tell. */
async function tellCode(db: Database): Promise<string[]> {
  const { code_head, code_end } = await readOptions(db);
  if (`${code_head}${code_end}`.trim() === "") return [];
  return [
    "Its public pages carry code that runs in visitors' browsers. Look at it on the page Appearance, and take out what is not yours.",
  ];
}

/**
 * Makes a site ready in an empty folder below the data folder: verified, unpacked, brought up to date, its texts rendered.
 * Nothing of the present site is touched.
 */
export const prepareRestore = (path: string, into: string, report: OnProgress): Promise<Prepared> =>
  whileThereIsRoom(dirname(into), "nothing was restored, and the site is as it was.", () =>
    prepare(path, into, report),
  );

async function prepare(path: string, into: string, report: OnProgress): Promise<Prepared> {
  const live = env.dataDir;
  const presentKey = existsSync(keyFile()) ? readKey() : null;
  const presentKeyFile = keyFile();
  mkdirSync(into, { mode: 0o700 });
  try {
    const { counts, notes } = await (statSync(path).isDirectory()
      ? takeFolder(path, into)
      : unpack(path, into, report));
    mkdirSync(join(into, "uploads"), { recursive: true, mode: 0o700 });
    env.dataDir = into;
    const opened = await preparedDatabase.open(into);
    try {
      installEngine(opened);
      notes.push(...(await completeKey(presentKey, presentKeyFile, (await knownMark(opened.reader)) ?? null)));
      const wrong = await keyProblem(opened.reader);
      if (wrong !== null) throw refused([{ path: "secret.key", reason: wrong }]);
      notes.push(...(await renderTexts(report)));
      notes.push(...(await tellCode(opened.reader)));
      await storeFiles(into, report);
    } finally {
      installEngine(null);
      await opened.close();
    }
    // Copies before a migration: the backup itself is one.
    rmSync(join(into, "backups"), { recursive: true, force: true });
    for (const file of ["broadsheet.db", "secret.key", "uploads", ""])
      if (existsSync(join(into, file))) flush(join(into, file));
    return { counts, notes };
  } catch (error) {
    await discardPrepared(into);
    throw error;
  } finally {
    env.dataDir = live;
  }
}
