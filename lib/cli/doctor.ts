import { type Check, checkBackups, checkFiles, checkFolder, checkKey, checkNode, checkSettings } from "./checks";
import type { Command } from "./command";
import { checkDatabase, checkServer } from "./database-checks";

const mark: Record<Check["state"], string> = { ok: "✓", advice: "!", wrong: "✗" };

/** Checks everything the program needs, without changing any of it. */
export async function examine(): Promise<Check[]> {
  const folder = checkFolder();
  const before = [checkNode(), checkSettings(), ...folder];
  // In an unusable folder every check inside would repeat the same fault.
  return folder.some(({ state }) => state === "wrong") && folder.length === 1
    ? before
    : [...before, checkKey(), checkBackups(), await checkFiles(), ...(await checkDatabase()), await checkServer()];
}

/** `doctor`. */
export const doctor: Command = {
  name: "doctor",
  parameters: [],
  summary: "check the installation and say how to fix what is wrong",
  details:
    "Checks Node, settings, the data folder, disk space, the secret key and the database, and says\nhow to fix what is wrong. Changes nothing; the server may keep running.",
  options: {},
  async run(_given, output) {
    const checks = await examine();
    for (const { name, state, message } of checks) output.line(`${mark[state]} ${name.padEnd(12)} ${message}`);
    const failed = checks.filter(({ state }) => state === "wrong").length;
    output.result({ ok: failed === 0, checks });
    return failed === 0 ? 0 : 1;
  },
};
