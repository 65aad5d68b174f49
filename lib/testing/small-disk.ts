import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join, sep } from "node:path";

/** Makes this empty folder a disk of its own of so many MiB, which a test can fill; false where this user may not. */
export function mountSmallDisk(folder: string, mebibytes: number): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=700`, "tmpfs", folder]).status === 0;
}

/** Gives a disk another size (`size=32m`), or makes it one for reading only (`ro`); false where that fails. */
export function remountSmallDisk(folder: string, how: "ro" | `size=${number}m`): boolean {
  return spawnSync("mount", ["-o", `remount,${how}`, folder]).status === 0;
}

/** Fills the remaining space of a disk with one file, and returns it. */
export function fillUp(folder: string): string {
  const path = join(folder, "filler");
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, Buffer.alloc(512));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    return path;
  } finally {
    closeSync(file);
  }
}

/** The disks that are mounted in or at a folder, inner ones first. */
function disksIn(folder: string): string[] {
  let mounts = "";
  try {
    mounts = readFileSync("/proc/mounts", "utf8");
  } catch {
    // Only Linux lists them there.
  }
  const places = mounts.split("\n").map((line) => line.split(" ")[1] ?? "");
  return places.filter((at) => at === folder || at.startsWith(folder + sep)).reverse();
}

/** Removes a folder and all that is in it, also where disks are mounted there, as a killed run leaves them. */
export function removeWithDisks(folder: string): void {
  for (const at of disksIn(folder)) spawnSync("umount", ["--lazy", at]);
  rmSync(folder, { recursive: true, force: true });
}
