import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { categories, events, importMemory, postRevisions, posts, tags } from "../../db/schema";
import { createCategory } from "../features/taxonomy/categories/mutations";
import { deletePost, setPostStatus, updatePost } from "../features/writing/posts/mutations";
import { getPost } from "../features/writing/posts/queries";
import { createTag } from "../features/taxonomy/tags/mutations";
import { anAdmin, system } from "../testing/actors";
import { freshDatabase, stored } from "../testing/setup";
import { withDatabase } from "./opening";
import { importMarkdown } from "./testing-import";
import { aFolder, write } from "./testing-folder";

const run = (folder: string, more: Partial<Parameters<typeof importMarkdown>[0]> = {}) =>
  importMarkdown({ folder, dryRun: false, slugFrom: "file", ...more });
const allPosts = () => stored().select().from(posts).orderBy(posts.id);
const everything = async () => [
  await allPosts(),
  await stored().select().from(tags),
  await stored().select().from(categories),
  await stored().select().from(importMemory),
];
const NO_DATE: unknown = expect.stringMatching(/^it has no date; the time of the file, [-0-9]+, is used$/);
const text = "---\ntitle: A\n---\nText.\n";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

const mixed = {
  "2013-05-06-dated.md":
    "---\ntitle: Dated\ndate: 2013-05-07 02:00:00 +0200\ncategories: [News/Releases]\ntags: [one, Two]\n---\n\nText.\n",
  "2014-01-02-by-name.markdown": "\uFEFF---\r\ntitle: By name\r\n---\r\nLine one\r\nLine two\r\n",
  "bad-yaml.md": "---\ntitle: [a\n---\nText",
  "deep/港口.mdx":
    "---\ntitle: 雾中的港口\nslug: 雾中的 港口\ncategory: news\n---\n\n雾。![](./fog.png) ![](/img/none.png) [x](../2013-05-06-dated.md) [y](../../../etc/passwd.txt) ![](../here.png)\n",
  "draft.md": "---\ntitle: Not yet\ndraft: true\n---\nText",
  "empty.md": " \n\n",
  "here.png": Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  "huge.md": "x".repeat(5 * 1024 * 1024),
  "latin1.md": new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]),
  "notes.txt": "not Markdown",
  "nul.md": "a\0b",
  "permalink.md": "---\npermalink: /2013/06/01/hello.html\n---\n# Hello, _you_\n\nText",
  "toml.md": "+++\ntitle = 'x'\n+++\n",
  "twin/dated.md": "---\ntitle: Twin\nslug: dated\n---\nText",
  "wide.md": `---\ntitle: ${"长".repeat(120)}\n---\nText`,
  ".git/hidden.md": text,
  "node_modules/x/readme.md": text,
};

describe("import markdown", () => {
  it("imports what it can and names the rest with reasons", async () => {
    const folder = aFolder(mixed);
    symlinkSync("/etc/passwd", join(folder, "link.md"));
    symlinkSync("/etc", join(folder, "linked"));
    const report = await run(folder);
    expect(
      report.records.map(({ source, outcome, reason, url, warnings }) => [source, outcome, reason ?? url, warnings]),
    ).toEqual([
      ["2013-05-06-dated.md", "imported", "/archives/dated", []],
      ["2014-01-02-by-name.markdown", "imported", "/archives/by-name", []],
      [
        "bad-yaml.md",
        "failed",
        "the front matter does not parse (line 3): Flow sequence in block collection must be sufficiently indented and end with a ]",
        [],
      ],
      [
        "deep/港口.mdx",
        "imported",
        `/archives/${encodeURIComponent("雾中的-港口")}`,
        [
          NO_DATE,
          "missing image ./fog.png",
          "missing image /img/none.png",
          "link ../../../etc/passwd.txt is outside the folder",
        ],
      ],
      ["draft.md", "imported", "/archives/draft", []],
      ["empty.md", "failed", "the file is empty", []],
      ["huge.md", "failed", "the file is too large (5 MB; at most 2 MB of text)", []],
      ["latin1.md", "failed", "the file is not UTF-8 text", []],
      ["link.md", "skipped", "symbolic links are not followed", []],
      ["linked", "skipped", "symbolic links are not followed", []],
      ["nul.md", "failed", "the file is not a text (it holds NUL characters)", []],
      ["permalink.md", "imported", "/archives/hello", [NO_DATE]],
      ["toml.md", "imported", "/archives/toml", [NO_DATE]],
      [
        "twin/dated.md",
        "failed",
        'its address "dated" is that of 2013-05-06-dated.md already; give one of the two a slug of its own',
        [NO_DATE],
      ],
      ["wide.md", "imported", "/archives/wide", [NO_DATE, "the title is longer than 100 characters and was cut"]],
    ]);
    expect(report.summary).toEqual({ imported: 7, updated: 0, unchanged: 0, skipped: 2, failed: 6, warnings: 9 });
    expect(report.made).toEqual({ tags: ["one", "Two"], categories: ["News", "News/Releases"], users: [] });
  });

  it("stores what the files say, as its author", async () => {
    await run(aFolder(mixed));
    const [dated, byName, fog, draft, hello] = await allPosts();
    expect(dated).toMatchObject({
      title: "Dated",
      status: "PUBLISHED",
      createTime: new Date("2013-05-07T00:00:00Z"),
      originalContent: "Text.\n",
      authorId: 1,
    });
    expect(byName).toMatchObject({
      title: "By name",
      createTime: new Date("2014-01-02"),
      originalContent: "Line one\nLine two\n",
    });
    expect(fog).toMatchObject({ title: "雾中的港口", slug: "雾中的-港口" });
    expect(draft).toMatchObject({ status: "DRAFT", publishedTime: null });
    expect(hello).toMatchObject({ title: "Hello, you", slug: "hello", originalContent: "Text" });
    const first = await getPost(system, { postId: dated?.id ?? 0 });
    expect([first.tags.map((tag) => tag.name), first.categories.map((category) => category.name)]).toEqual([
      ["one", "Two"],
      ["Releases"],
    ]);
    const written = (await stored().select().from(events)).filter(({ operation }) => operation === "writeImported");
    expect([...new Set(written.map(({ subject }) => subject))]).toEqual(["import:1"]);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({
      operation: "endImport",
      subject: "import:1",
    });
  });

  it("changes nothing the second time, and reports the same files as bad", async () => {
    const folder = aFolder(mixed);
    const first = await run(folder);
    const before = await everything();
    const second = await run(folder);
    expect(await everything()).toEqual(before);
    expect(second.summary).toEqual({ imported: 0, updated: 0, unchanged: 7, skipped: 0, failed: 6, warnings: 1 });
    const bad = (report: typeof first) => report.records.filter((file) => file.outcome === "failed");
    expect(bad(second)).toEqual(bad(first));
  });

  it("says the same in a dry run and writes nothing", async () => {
    const folder = aFolder(mixed);
    const before = await everything();
    const dry = await withDatabase("read", () => run(folder, { dryRun: true }));
    expect(await everything()).toEqual(before);
    const real = await run(folder);
    const files = ({ records: all }: typeof dry) => all.map((file) => ({ ...file, id: null }));
    expect(files(dry)).toEqual(files(real));
    expect([dry.summary, dry.made]).toEqual([real.summary, real.made]);
  });

  it("finds tags and categories that are there, ignoring case and wherever a category was moved", async () => {
    await createTag(system, { name: "Éclair" });
    const news = await createCategory(system, { name: "News" });
    const parent = await createCategory(system, { name: "Parent" });
    const moved = await createCategory(system, { name: "Moved", parentId: parent.id });
    const report = await run(
      aFolder({
        "a.md": "---\ntags: [éclair, NEW, new]\ncategories: [NEWS, moved, Parent/moved, news/Moved]\n---\nText",
      }),
    );
    expect(report.made).toEqual({ tags: ["NEW"], categories: ["News/Moved"], users: [] });
    expect((await getPost(system, { postId: 1 })).categoryIds.slice(0, 2)).toEqual([news.id, moved.id]);
  });

  it("updates a changed file's post and keeps the text it had, also one edited here meanwhile", async () => {
    const folder = aFolder({ "a.md": "---\ntitle: A\ntags: [x]\n---\nOne" });
    await run(folder);
    await updatePost(system, { postId: 1, title: "Edited here", originalContent: "Edited here", slug: "moved-here" });
    write(folder, { "a.md": "---\ntitle: A2\n---\nTwo" });
    expect((await run(folder)).records).toMatchObject([{ outcome: "updated", id: 1, url: "/archives/moved-here" }]);
    expect(await getPost(system, { postId: 1 })).toMatchObject({
      title: "A2",
      originalContent: "Two",
      tags: [{ name: "x" }],
    });
    expect((await stored().select().from(postRevisions)).map((row) => row.originalContent)).toEqual([
      "One",
      "Edited here",
    ]);
  });

  it("publishes what was a draft of the file's, and not what was hidden here", async () => {
    const folder = aFolder({ "draft.md": "---\ndraft: true\n---\nOne", "open.md": "One" });
    await run(folder);
    await setPostStatus(system, { postId: 2, status: "INTIMATE" });
    write(folder, { "draft.md": "Two", "open.md": "Two" });
    await run(folder);
    expect((await allPosts()).map((post) => post.status)).toEqual(["PUBLISHED", "INTIMATE"]);
  });

  it("leaves the recycle bin alone, and does not bring back what was deleted for good", async () => {
    const folder = aFolder({ "a.md": "One", "b.md": "One" });
    await run(folder);
    await deletePost(system, { postId: 1 });
    await deletePost(system, { postId: 2, permanent: true });
    write(folder, { "a.md": "Two" });
    expect((await run(folder)).records).toMatchObject([
      { outcome: "skipped", reason: "its post is in the recycle bin; restore it there first" },
      { outcome: "skipped", reason: "it was deleted here since; it is not brought back" },
    ]);
  });

  it("moves a post whose file asks for another address, and refuses one that is taken", async () => {
    const folder = aFolder({ "a.md": text, "b.md": "---\ntitle: B\n---\nText" });
    await run(folder);
    write(folder, { "a.md": "---\ntitle: A\nslug: elsewhere\n---\nText" });
    expect((await run(folder)).records[0]).toMatchObject({ outcome: "updated", url: "/archives/elsewhere" });
    rmSync(join(folder, "b.md"));
    write(folder, { "a.md": "---\ntitle: A\nslug: b\n---\nText", "c.md": "---\nslug: elsewhere\n---\nText" });
    expect((await run(folder)).records.map((file) => file.reason)).toEqual([
      'its address "b" belongs to the post "B" already; give the file a slug of its own',
      'its address "elsewhere" belongs to the post "A" already; give the file a slug of its own',
    ]);
  });

  it("remembers again what was stored before the memory was, and a file that has moved", async () => {
    const folder = aFolder({ "a.md": text });
    await run(folder);
    const moved = aFolder({ "2020-01-01-a.md": text });
    const before = await allPosts();
    expect((await run(moved)).records).toMatchObject([{ outcome: "unchanged", id: 1 }]);
    expect(await allPosts()).toEqual(before);
    expect((await stored().select().from(importMemory)).map((row) => row.source).sort()).toEqual([
      "blog/2020-01-01-a.md",
      "blog/a.md",
    ]);
  });

  it("takes two files as one text where they say the same under one address, in one run too", async () => {
    const long = `---\ntitle: Long\nslug: long\n---\n${"[a](/b) ".repeat(2_000)}`;
    const folder = aFolder({ "one/a.md": long, "two/a.md": long, "three.md": "---\nslug: three\n---\nText" });
    const { records, summary } = await run(folder);
    expect(summary).toMatchObject({ imported: 2, unchanged: 1, failed: 0 });
    expect(records.map(({ url }) => url).filter((url) => url === "/archives/long").length).toBeGreaterThan(0);
    expect((await allPosts()).map(({ slug }) => slug).sort()).toEqual(["long", "three"]);
  });

  it("makes addresses of titles where it is asked to, with a number where two are equal", async () => {
    const folder = aFolder({
      "a.md": "---\ntitle: 港口 来信！\n---\nOne",
      "b.md": "---\ntitle: 港口 来信！\n---\nTwo",
    });
    await run(folder, { slugFrom: "title" });
    expect((await allPosts()).map((post) => post.slug)).toEqual(["港口-来信", "港口-来信-2"]);
    expect((await run(folder, { slugFrom: "title" })).summary).toMatchObject({ unchanged: 2 });
  });

  it("belongs to the author that is named", async () => {
    const other = await anAdmin();
    await run(aFolder({ "a.md": text }), { author: other.name.toUpperCase() });
    expect((await allPosts())[0]?.authorId).toBe(other.id);
    await expect(run(aFolder({ "a.md": text }), { author: "nobody" })).rejects.toMatchObject({
      code: "invalid",
      message: 'There is no account "nobody" that the posts could belong to.',
    });
  });

  it("belongs to the accounts that are named for its authors, which must be here", async () => {
    const other = await anAdmin();
    const folder = aFolder({ "a.md": "---\ntitle: A\nauthor: Ann Lee\n---\nText" });
    await expect(run(folder, { authorMap: { "Ann Lee": "nobody" } })).rejects.toMatchObject({
      code: "invalid",
      extra: { errors: [{ field: "authorMap.Ann Lee", code: "unknown_account" }] },
    });
    expect(await allPosts()).toEqual([]);
    await run(folder, { authorMap: { "Ann Lee": other.name.toUpperCase() } });
    expect((await allPosts())[0]?.authorId).toBe(other.id);
  });

  it("shows a cover that the site serves or another site does, and says what is missing", async () => {
    const covers = ["/demo/dawn.svg", "https://e.org/x.png", "./x.png", "../x.png", "javascript:alert(1)"];
    const report = await run(
      aFolder(Object.fromEntries(covers.map((cover, i) => [`${i}.md`, `---\ncover: "${cover}"\n---\nText`]))),
    );
    expect((await allPosts()).map((post) => post.thumbnail)).toEqual([
      "/demo/dawn.svg",
      "https://e.org/x.png",
      "",
      "",
      "",
    ]);
    const said = report.records
      .flatMap((file) => file.warnings)
      .filter((warning) => !warning.startsWith("it has no date"));
    expect(said).toEqual([
      "missing image ./x.png",
      "image ../x.png is outside the folder",
      "cover javascript:alert(1) is neither an http(s) address nor a file",
    ]);
  });

  it("refuses a post that its rules refuse", async () => {
    const report = await run(aFolder({ "a.md": `---\nsummary: ${"x".repeat(10_001)}\ntags: [x]\n---\nText` }));
    expect(report.records).toMatchObject([
      { outcome: "failed", reason: "Please check summary: At most 10000 characters." },
    ]);
  });

  it("refuses what is no folder, and a site without an account", async () => {
    const folder = aFolder({ "a.md": text });
    await expect(run(join(folder, "none"))).rejects.toThrow(`There is no file or folder ${join(folder, "none")}.`);
    expect((await run(join(folder, "a.md"))).error).toMatch("is not a folder");
    expect((await run(aFolder({}))).records).toEqual([]);
    await freshDatabase();
    await expect(run(folder)).rejects.toThrow("There is no account yet to own the posts. Create one first.");
    expect(await stored().select().from(posts).where(eq(posts.id, 1))).toEqual([]);
  });
});
