import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { env } from "../core/env";
import { entriesOf } from "../testing/exports";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

beforeEach(async () => void (await freshDatabase()));

async function cms(...args: string[]) {
  const terminal = aTerminal();
  const code = await runCli(args, terminal.streams);
  return { code, out: terminal.lines(), err: terminal.written.err };
}
const aFile = () => join(mkdtempSync(join(env.dataDir, "out-")), "site.zip");

it("exports the site into a file that only its owner reads, and says what is in it", async () => {
  await aPost(undefined, { slug: "shown" });
  await aPost(undefined, { slug: "hidden", status: "DRAFT" });
  const path = aFile();
  const { code, out } = await cms("export", path);
  expect(code).toBe(0);
  expect(out[0]).toMatch(/site\.zip \(\d+ kB\) holds 2 posts, 0 sheets, 0 comments and 0 files\.$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([...(await entriesOf(path)).keys()].filter((name) => name.startsWith("posts/"))).toEqual([
    "posts/hidden.md",
    "posts/shown.md",
  ]);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
});

it("exports what visitors read, as JSON for programs", async () => {
  await aPost(undefined, { slug: "shown" });
  await aPost(undefined, { slug: "hidden", status: "DRAFT" });
  const path = aFile();
  const { code, out } = await cms("export", path, "--public", "--json");
  expect([code, JSON.parse(out[0] ?? "")]).toMatchObject([
    0,
    { path, public: true, missing: [], counts: { posts: 1 } },
  ]);
  expect([...(await entriesOf(path)).keys()]).not.toContain("posts/hidden.md");
});

it("counts a path from where it was typed", async () => {
  const path = aFile();
  const before = env.typedIn;
  env.typedIn = join(path, "..");
  try {
    expect((await cms("export", "here.zip")).code).toBe(0);
  } finally {
    env.typedIn = before;
  }
  expect(existsSync(join(path, "..", "here.zip"))).toBe(true);
});

it("replaces no file, and makes none in a folder that is not there", async () => {
  const path = aFile();
  writeFileSync(path, "mine");
  expect(await cms("export", path)).toMatchObject({ code: 1, err: expect.stringContaining("is there already") });
  expect(statSync(path).size).toBe(4);
  expect(await cms("export", join(path, "..", "no", "site.zip"))).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no folder"),
  });
  expect((await cms("export", aFile(), "--public", "--personal-data")).code).toBe(2);
});
