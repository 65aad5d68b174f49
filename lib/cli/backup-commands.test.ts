import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeServerLock } from "../../db/data-dir";
import { postgres } from "../../db/dialect";
import { type OpenDatabase, openDatabase } from "../../db/open";
import { posts } from "../../db/schema";
import { env } from "../core/env";
import { installEngine } from "../core/operation";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { anAdmin } from "../testing/actors";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

async function cms(...args: string[]) {
  const terminal = aTerminal();
  const code = await runCli([...args, "--json"], terminal.streams);
  return { code, answer: JSON.parse(terminal.lines()[0] ?? "{}") as Record<string, unknown> };
}

describe.skipIf(postgres)("the commands for backups", () => {
  let open: OpenDatabase;
  const typedIn = env.typedIn;
  beforeEach(async () => {
    open = await freshDatabase();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
  });
  afterEach(() => void (env.typedIn = typedIn));

  /** As after the server's end. */
  async function stop(): Promise<void> {
    await open.close();
    installEngine(null);
  }

  it("back up beside a running server, list, verify, and restore where none runs", async () => {
    const made = await cms("backup");
    expect([made.code, made.answer]).toMatchObject([0, { reason: "MANUAL", verified: { ok: true } }]);
    const file = String(made.answer.path);
    expect(file).toMatch(/backups\/broadsheet-.*\.zip$/);
    expect((await cms("backups")).answer.backups).toMatchObject([{ verified: { ok: true } }]);
    expect(await cms("backup", "verify", file)).toEqual({ code: 0, answer: { ok: true, problems: [] } });

    const release = takeServerLock();
    expect(await cms("restore", file)).toMatchObject({
      code: 1,
      answer: { error: { message: expect.stringMatching(/server is running/) } },
    });
    release();
    await stop();
    const restored = await cms("restore", file);
    expect(restored).toMatchObject({
      code: 0,
      answer: { restored: true, from: file, counts: { posts: 1 }, replaced: expect.stringMatching(/^replaced\//) },
    });
    expect(existsSync(join(env.dataDir, String(restored.answer.replaced), "broadsheet.db"))).toBe(true);
    expect(await cms("restore", join(env.dataDir, String(restored.answer.replaced)))).toMatchObject({ code: 0 });
    const again = await openDatabase();
    expect(await again.reader.select().from(posts)).toHaveLength(1);
    await again.close();
  });

  it("show on a terminal how many bytes are done, and end with Ctrl-C, leaving nothing", async () => {
    const file = join(env.dataDir, "my.zip");
    const shown = aTerminal({ isTTY: true });
    expect(await runCli(["backup", file], shown.streams)).toBe(0);
    expect(shown.written.err).toMatch(/\rCopying the database …|Copying the database …/);
    expect(shown.written.err).toMatch(/Writing the backup [█░]{24} [\d,.]+ (bytes?|[kM]B) of [\d,.]+ [kM]B/);
    expect(shown.written.err).toMatch(/Checking it [█░]{24} /);
    expect(shown.written.out).toMatch(/my\.zip \([\d,.]+ [kM]B\) holds the whole site/);

    const there = readdirSync(env.dataDir).sort();
    const ended = aTerminal({ isTTY: true });
    const write = ended.streams.stderr.write;
    const other = join(env.dataDir, "other.zip");
    ended.streams.stderr.write = (text: string) => {
      write(text);
      if (text.includes("Copying the database")) for (const heard of own()) heard("SIGINT");
    };
    // Only the command's: a signal would end the test's process, too.
    const before = process.listeners("SIGINT");
    const own = () => process.listeners("SIGINT").filter((each) => !before.includes(each));
    expect(await runCli(["backup", other], ended.streams)).toBe(130);
    expect(ended.written.err).toMatch(/The backup was stopped, and no file was written: [^\n]+\n$/);
    expect(readdirSync(env.dataDir).sort()).toEqual(there);
    expect(own()).toEqual([]);
  });

  it("take a file relative to where they were typed, which is theirs alone, and none that exists", async () => {
    env.typedIn = join(env.dataDir, "elsewhere");
    mkdirSync(env.typedIn);
    expect(await cms("backup", "my.zip", "--without-key")).toMatchObject({ code: 0, answer: { withKey: false } });
    const file = join(env.typedIn, "my.zip");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await cms("backup", "my.zip")).toMatchObject({ code: 1, answer: { error: { code: "conflict" } } });
    expect(await cms("backup", "missing/my.zip")).toMatchObject({ code: 1, answer: { error: { code: "not_found" } } });
    expect((await cms("backups")).answer.backups).toEqual([]);
    expect(readdirSync(env.typedIn)).toEqual(["my.zip"]);
  });

  it("say everything that is wrong with a file, and restore nothing of it", async () => {
    const file = join(env.dataDir, "my.zip");
    await cms("backup", file);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, 600, 620));
    const { code, answer } = await cms("backup", "verify", file);
    expect([code, answer.ok]).toEqual([1, false]);
    expect((answer.problems as unknown[]).length).toBeGreaterThan(1);
    await stop();
    expect(await cms("restore", file)).toMatchObject({ code: 1, answer: { error: { code: "invalid" } } });
    expect(await cms("restore", join(env.dataDir, "none.zip"))).toMatchObject({
      code: 1,
      answer: { error: { code: "not_found" } },
    });
  });
});
