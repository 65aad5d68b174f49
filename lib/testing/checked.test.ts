import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changedSinceCheck, noteChecked, treeNow } from "./checked";

function aRepository() {
  const folder = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? tmpdir(), "repository-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: folder });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  git("init", "--quiet");
  write(".gitignore", "note\n");
  for (const name of ["same.ts", "edited.ts", "removed.ts"]) write(name, name);
  git("add", "--all");
  git("commit", "--quiet", "--message", "First");
  return { git, write, place: { folder, note: "note" } };
}

it("what differs from the last check that passed is told, whether it is committed or not", () => {
  const { git, write, place } = aRepository();
  expect(changedSinceCheck(treeNow(place), place)).toBeNull();
  write("edited.ts", "tried before it is committed");
  noteChecked(treeNow(place), place);
  git("commit", "--quiet", "--all", "--message", "What was tried");
  expect(changedSinceCheck(treeNow(place), place)).toEqual([]);

  write("edited.ts", "again");
  write("new.ts", "not known to git");
  rmSync(join(place.folder, "removed.ts"));
  expect(changedSinceCheck(treeNow(place), place)).toEqual(["edited.ts", "new.ts", "removed.ts"]);
  // What somebody has prepared for a commit stays as it is.
  expect(String(git("diff", "--cached", "--name-only"))).toBe("");
});

it("a check that git has forgotten counts as none", () => {
  const { place } = aRepository();
  noteChecked("0123456789012345678901234567890123456789", place);
  expect(changedSinceCheck(treeNow(place), place)).toBeNull();
});
