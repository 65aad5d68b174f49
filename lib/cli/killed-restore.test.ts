import { fork } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../db/open";
import { postgres } from "../../db/dialect";
import { attachments, posts } from "../../db/schema";
import { env } from "../core/env";
import { keyFile } from "../core/key-file";
import { makeInChild } from "../features/backups/child";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { anAdmin } from "../testing/actors";
import { aPost } from "../testing/factories";
import { aProgram } from "../testing/program";
import { freshDatabase } from "../testing/setup";
import { anAttachment } from "../testing/stored-files";

/** The command, in a process that kills itself before the rename of this number. */
const program = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.argv[2]);
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
  renameSync(from, to);
};
syncBuiltinESMExports();
const { runCli } = await import("./lib/cli/run");
process.exitCode = await runCli(["restore", process.argv[3]]);
`;

let [folder, template, backup, restoring] = ["", "", "", ""];

beforeAll(async () => {
  if (postgres) return;
  const open = await freshDatabase();
  await ensureSiteKey();
  await anAdmin();
  await aPost();
  await anAttachment("aaaa", Buffer.from("first file"));
  backup = join(env.dataDir, "..", `killed-${process.pid}.zip`);
  await makeInChild({ path: backup, reason: "MANUAL", withKey: true, program: "1" });
  await open.transaction(
    async (db) => {
      await db.update(posts).set({ title: "Later" });
      await db.delete(attachments);
    },
    () => null,
  );
  rmSync(join(env.dataDir, "uploads/2024/01/aaaa"), { recursive: true });
  await anAttachment("bbbb", Buffer.from("second file"));
  await open.close();
  template = env.dataDir;
  folder = mkdtempSync(join(tmpdir(), "broadsheet-killed-"));
  restoring = await aProgram(program);
});

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** Which of both sites a folder is, or what it is instead. */
async function stateOf(dataDir: string): Promise<string> {
  env.dataDir = dataDir;
  const open = await openDatabase();
  try {
    const [post] = await open.reader.select().from(posts);
    const [file] = await open.reader.select().from(attachments);
    const there = readdirSync(join(dataDir, "uploads/2024/01")).join();
    expect(existsSync(keyFile())).toBe(true);
    const text = readFileSync(join(dataDir, "uploads/2024/01", file?.name ?? "", "v1/original"), "utf8");
    expect(readdirSync(dataDir).filter((name) => name === "restore.json")).toEqual([]);
    return `${post?.title} ${file?.name} ${there} ${text}`;
  } finally {
    await open.close();
  }
}

it.skipIf(postgres)(
  "a restore that is killed before any of its renames ends in one site or the other, whole",
  async () => {
    const old = await stateOf(template);
    const [seen, ends]: [string[], (string | number | null)[]] = [[], []];
    for (let number = 1; ; number += 1) {
      const dataDir = join(folder, `data-${number}`);
      cpSync(template, dataDir, { recursive: true });
      const child = fork(restoring, [String(number), backup], {
        env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
        execArgv: [],
        stdio: "ignore",
      });
      const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
        child.once("exit", (...end) => resolve(end)),
      );
      seen.push(await stateOf(dataDir));
      ends.push(signal ?? code);
      if (signal === null) break;
    }
    expect(ends).toEqual([...seen.slice(1).map(() => "SIGKILL"), 0]);
    const restored = seen.at(-1) ?? "";
    expect(restored).not.toBe(old);
    expect(new Set(seen)).toEqual(new Set([old, restored]));
    expect(seen.length).toBeGreaterThan(6);
    // Once it has come to the new site, no later moment leads back.
    expect(seen).toEqual([...seen].sort((a, b) => Number(a === restored) - Number(b === restored)));
  },
  // A dozen processes, one after the other.
);
