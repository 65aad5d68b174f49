import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { searchIndex } from "../../db";
import { postgres } from "../../db/dialect";
import { attachments, posts } from "../../db/schema";
import { env } from "../core/env";
import { engine, installEngine } from "../core/operation";
import { searchPosts } from "../features/writing/posts/search";
import { anAdmin, system, visitor } from "../testing/actors";
import { aForm, aToken, call } from "../testing/api";
import { aPost, lastEvent } from "../testing/factories";
import { aJpeg } from "../testing/pictures";
import { freshDatabase, stored } from "../testing/setup";
import { runCli } from "./run";
import { aFolder, aTerminal } from "./testing-folder";

beforeEach(async () => void (await freshDatabase()));

const files = {
  "a.md": "---\ntitle: A\ndate: 2019-05-06\ntags: [x]\n---\nText ![](x.png)",
  "b.md": "",
  "c.md": "---\ntitle: C\n---\nText",
};
const NO_DATE: unknown = expect.stringMatching(
  /^warning   c\.md: it has no date; the time of the file, [-0-9]+, is used$/,
);
const json = (lines: string[]): Record<string, unknown> => JSON.parse(lines[0] ?? "");

async function cms(...args: string[]) {
  const terminal = aTerminal();
  const code = await runCli(args, terminal.streams);
  return { code, out: terminal.lines(), err: terminal.written.err };
}

describe("typed wrongly", () => {
  it.each([
    [[], 2, ""],
    [["frobnicate"], 2, 'There is no command "frobnicate".'],
    // What a stranger named steers no terminal.
    [["\u001b[2J\u009b2J\u202efrob"], 2, 'There is no command "\ufffd[2J\ufffd2J\ufffdfrob".'],
    [["import"], 2, 'There is no command "import".'],
    [["import", "markdown"], 2, "<path> is missing."],
    [["import", "markdown", "a", "b"], 2, '"b" is one argument too many (put a name with spaces in quotes).'],
    [["import", "markdown", "a", "--frob"], 2, "Unknown option '--frob'."],
    [["import", "markdown", "a", "--slug-from", "x"], 2, '--slug-from is "file" or "title", not "x".'],
    [["user", "create"], 2, "--username is missing."],
    [
      ["user", "create", "--username", "a", "--email", "b", "--role", "king"],
      2,
      '--role is one of subscriber, author, editor, admin, not "king".',
    ],
  ])("%j ends with %i", async (args, code, sentence) => {
    const done = await cms(...args);
    expect(done.code).toBe(code);
    expect(done.err.split("\n")[0]).toBe(sentence);
    expect(`${done.err}${done.out.join("\n")}`).toContain("Usage: npm run cms --");
  });

  it("is one JSON object for machines", async () => {
    const { code, out, err } = await cms("frobnicate", "--json");
    expect([code, out.length, json(out), err]).toEqual([
      2,
      1,
      { error: { code: "usage", message: 'There is no command "frobnicate".' } },
      "",
    ]);
  });
});

describe("help", () => {
  it.each([["--help"], ["-h"], ["help"]])("%s lists the commands", async (...args) => {
    const { code, out } = await cms(...args);
    expect(code).toBe(0);
    expect(out.join("\n")).toMatch(
      /import wordpress <path>.*\n.*import ghost <path>.*\n.*import halo <export.json>.*\n.*import markdown <path>.*\n.*import broadsheet <file.zip>.*\n.*import undo <id>.*\n.*imports.*\n.*export <file.zip>.*\n.*user create.*\n.*user reset-password <username>.*\n.*reindex.*\n.*pictures.*\n.*films.*\n.*backup verify <file>.*\n.*backup \[<file>\].*\n.*backups.*\n.*restore <file>.*\n.*database copy <target>.*\n.*files move <s3\|disk>.*\n.*doctor/,
    );
  });

  it("tells about one command", async () => {
    const { code, out } = await cms("import", "markdown", "--help");
    expect([code, out[0]]).toEqual([0, "Usage: npm run cms -- import markdown <path> [options]"]);
    expect(out.join("\n")).toContain("--dry-run");
  });
});

describe("reindex", () => {
  it("reads every post again, and says so in the log", async () => {
    const post = await aPost(system, { title: "canary" });
    await engine().transaction(
      (db) => searchIndex.put(db, { kind: "post", recordId: post.id, time: new Date(), title: ["stale"], text: [] }),
      () => null,
    );
    expect(await cms("reindex")).toEqual({ code: 0, out: ["1 post read, the search index is complete."], err: "" });
    expect([
      (await searchPosts(visitor, { keyword: "canary" })).total,
      (await searchPosts(visitor, { keyword: "stale" })).total,
    ]).toEqual([1, 0]);
    expect(await lastEvent()).toMatchObject({ operation: "noteReindexed", cacheKeys: ["search"] });
    expect(json((await cms("reindex", "--json")).out)).toEqual({ ok: true, posts: 1 });
  });
});

describe("pictures", () => {
  it("makes the smaller ones of all anew, and ends with 1 where one failed", async () => {
    const { token } = await aToken("AUTHOR");
    for (const name of ["sea.jpg", "land.jpg"])
      await call("POST", "/admin/attachments", { token, body: aForm(name, await aJpeg({ width: 500, height: 50 })) });
    const [sea, land] = (await stored().select().from(attachments).orderBy(attachments.id)).map(({ folder, version }) =>
      join(env.dataDir, "uploads", folder, version),
    );
    rmSync(join(sea ?? "", "480.webp"));
    expect(await cms("pictures")).toEqual({
      code: 0,
      out: ["2 pictures: 0 renewed, 1 completed, 1 unchanged, 0 failed."],
      err: "",
    });
    rmSync(join(land ?? "", "original"));
    const terminal = aTerminal({ isTTY: true });
    expect(await runCli(["pictures"], terminal.streams)).toBe(1);
    expect(terminal.lines()).toEqual([
      "failed    land.jpg: Its original is missing.",
      "2 pictures: 0 renewed, 0 completed, 1 unchanged, 1 failed.",
    ]);
    expect(terminal.written.err).toContain("Making ████████████████████████ 2 of 2");
    expect(json((await cms("pictures", "--json")).out)).toEqual({
      ok: false,
      renewed: 0,
      completed: 0,
      unchanged: 1,
      gone: 0,
      failed: 1,
      failures: [{ id: 2, name: "land.jpg", reason: "Its original is missing." }],
    });
  });
});

describe("import markdown", () => {
  it("says what it did, line by line, and ends with 1 where a file failed", async () => {
    await anAdmin();
    expect(await cms("import", "markdown", aFolder(files))).toEqual({
      code: 1,
      out: [
        "imported  a.md → /archives/a",
        "warning   a.md: missing image x.png",
        "failed    b.md: the file is empty",
        "imported  c.md → /archives/c",
        NO_DATE,
        "3 imported, 0 updated, 0 unchanged, 1 failed, 2 warnings (1 new tag)",
        "To take it back: npm run cms -- import undo 1",
      ],
      err: "",
    });
  });

  it("answers the whole report to machines", async () => {
    await anAdmin();
    const folder = aFolder(files);
    const { code, out, err } = await cms("import", "markdown", folder, "--json");
    expect([code, out.length, err]).toEqual([1, 1, ""]);
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const none = { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    const common = { kind: "post", reason: null, warnings: [] };
    expect(json(out)).toEqual({
      id: 1,
      kind: "markdown",
      state: "DONE",
      dryRun: false,
      choices: {},
      resumed: false,
      jobId: null,
      stopped: false,
      error: null,
      author: expect.stringMatching(/^admin/),
      source: {
        name: "blog",
        size: 80,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        site: null,
        version: "plain",
      },
      createTime: time,
      startTime: time,
      endTime: time,
      progressDone: 4,
      progressTotal: 4,
      summary: {
        ...none,
        imported: 3,
        failed: 1,
        warnings: 2,
      },
      kinds: {
        post: {
          ...none,
          imported: 2,
          failed: 1,
        },
        tag: {
          ...none,
          imported: 1,
        },
      },
      left: [],
      redirects: 0,
      suggestions: [],
      kept: [],
      made: {
        tags: ["x"],
        categories: [],
        users: [],
      },
      records: [
        {
          ...common,
          source: "blog/b.md",
          outcome: "failed",
          reason: "the file is empty",
          id: null,
          title: "b.md",
          url: null,
        },
        {
          ...common,
          source: "blog/a.md",
          outcome: "imported",
          id: 1,
          title: "A",
          url: "/archives/a",
          warnings: ["missing image x.png"],
        },
        {
          ...common,
          source: "blog/c.md",
          outcome: "imported",
          id: 2,
          title: "C",
          url: "/archives/c",
          warnings: [expect.stringMatching(/^it has no date; the time of the file, [-0-9]+, is used$/)],
        },
      ],
      recordsLeftOut: 0,
    });
  });

  it("shows a bar on a terminal, and only what needs attention", async () => {
    await anAdmin();
    const terminal = aTerminal({ isTTY: true });
    expect(await runCli(["import", "markdown", aFolder(files)], terminal.streams)).toBe(1);
    expect(terminal.lines()).toEqual([
      "warning   a.md: missing image x.png",
      "failed    b.md: the file is empty",
      NO_DATE,
      "3 imported, 0 updated, 0 unchanged, 1 failed, 2 warnings (1 new tag)",
      "To take it back: npm run cms -- import undo 1",
    ]);
    expect(terminal.written.err).toContain("Importing ████████████████████████ 4 of 4");
    expect(terminal.written.err.endsWith("\r\u001B[K")).toBe(true);
  });

  it("counts many warnings of one sort together on a terminal, and tells each to others", async () => {
    await anAdmin();
    const many = aFolder(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.md`, `Text ${i} ![](x${i}.png)`])),
    );
    const terminal = aTerminal({ isTTY: true });
    await runCli(["import", "markdown", many, "--dry-run"], terminal.streams);
    expect(terminal.lines().filter((line) => line.startsWith("warning"))).toEqual([
      expect.stringMatching(
        /^warning {3}12 times: it has no date; the time of the file, [-0-9]+, is used \(0\.md, 1\.md, 10\.md …\)$/,
      ),
      "warning   12 times: missing image … (0.md, 1.md, 10.md …)",
    ]);
    const { out } = await cms("import", "markdown", many, "--dry-run");
    expect(out.filter((line) => line.startsWith("warning"))).toHaveLength(24);
  });

  it("writes nothing in a dry run", async () => {
    await anAdmin();
    const { code, out } = await cms(
      "import",
      "markdown",
      aFolder({ "a.md": "---\ndate: 2019-05-06\n---\nText" }),
      "--dry-run",
    );
    expect([code, out]).toEqual([
      0,
      [
        "imported  a.md → /archives/a",
        "Dry run, nothing was written: 1 imported, 0 updated, 0 unchanged, 0 failed, 0 warnings",
      ],
    ]);
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("keeps a terminal from what file names could do to it", async () => {
    await anAdmin();
    const { out } = await cms("import", "markdown", aFolder({ "a\u001B[2J\u202E.md": "" }));
    expect(out[0]).toBe("failed    a[2J\uFFFD.md: the file is empty");
  });

  it("says what is missing in one line", async () => {
    expect(await cms("import", "markdown", aFolder(files))).toEqual({
      code: 1,
      out: [],
      err: "There is no account yet to own the posts. Create one first. Make one with `npm run cms -- user create`, or open /setup.\n",
    });
    await anAdmin();
    expect(await cms("import", "markdown", "/nowhere")).toEqual({
      code: 1,
      out: [],
      err: "There is no file or folder /nowhere.\n",
    });
  });

  it.skipIf(postgres)("makes no database for a dry run", async () => {
    const folder = aFolder(files);
    installEngine(null);
    env.dataDir = join(env.dataDir, "none");
    expect((await cms("import", "markdown", folder, "--dry-run")).err).toContain(
      `There is no site in ${env.dataDir} yet.`,
    );
    expect(existsSync(env.dataDir)).toBe(false);
  });
});
