import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

// A test that passed passes again until a file that it loads is another one. So the daily check notes all files as a
// tree of git when it has passed, and the next one asks what has changed since.

type Place = { folder?: string; note?: string };
const usual = { folder: process.cwd(), note: join(".reports", "checked-tree") };

const git = (folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...env },
  }).trim();

/** All files as they are now, committed or not, as the name of a tree. Throws where there is no repository. */
export function treeNow({ folder = usual.folder }: Place = {}): string {
  const own = mkdtempSync(join(tmpdir(), "broadsheet-index-"));
  try {
    const index = join(own, "index");
    // With what git knows of unchanged files, it reads only the others.
    copyFileSync(resolve(folder, git(folder, ["rev-parse", "--git-path", "index"])), index);
    git(folder, ["add", "--all", "."], { GIT_INDEX_FILE: index });
    return git(folder, ["write-tree"], { GIT_INDEX_FILE: index });
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Notes that all tests about these files have passed. */
export function noteChecked(tree: string, { folder = usual.folder, note = usual.note }: Place = {}): void {
  mkdirSync(dirname(join(folder, note)), { recursive: true });
  writeFileSync(join(folder, note), tree);
}

/** The files that differ from the last check that passed; null where there was none, or git has forgotten it. */
export function changedSinceCheck(
  tree: string,
  { folder = usual.folder, note = usual.note }: Place = {},
): string[] | null {
  try {
    const before = readFileSync(join(folder, note), "utf8");
    return git(folder, ["diff", "--name-only", "--no-renames", before, tree]).split("\n").filter(Boolean);
  } catch {
    return null;
  }
}
