import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { madeZip } from "../../../../testing/made-zip";
import type { TextRecord } from "../../records";
import type { ReadingChoices } from "../../reading";
import { choicesFor, readAll } from "../testing-reading";
import { markdownReader } from "./markdown-reader";

let place = "";
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "markdown-")));
});
afterEach(() => rmSync(place, { recursive: true }));

type Files = Record<string, string | Uint8Array>;

function folderOf(files: Files, name = "blog"): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name, path)), { recursive: true });
    writeFileSync(join(place, name, path), content);
  }
  return join(place, name);
}

async function read(files: Files | string, more: Partial<ReadingChoices> = {}) {
  const path = typeof files === "string" ? files : folderOf(files);
  const found = await readAll(markdownReader, path, more);
  const texts = [...found.of("post"), ...found.of("sheet")];
  expect(found.records).toHaveLength(found.source.total);
  return { ...found, texts, text: (ending: string) => texts.find(({ source }) => source.endsWith(ending)) };
}

/** Whether each of these addresses, as a text writes it, leads to a file. */
async function leads(found: Awaited<ReturnType<typeof read>>, text: TextRecord | undefined, ...addresses: string[]) {
  const names: (string | null)[] = [];
  for (const address of addresses) {
    const path = address.startsWith("/") ? address : join(dirname(text?.base ?? ""), address);
    names.push((await found.source.media?.find(path))?.name ?? null);
  }
  return names;
}

describe("a folder of Markdown files", () => {
  it("becomes posts that are known by folder and path, with what others call them and the hash of the file", async () => {
    const { texts, of, unread } = await read({
      "2013-05-06-one.md":
        "---\ntitle: One\ncategories: [A/B, a]\ntags: [x, X, y]\nauthor: Ann\n---\nText ![](img/é.png)",
      "deep/two.markdown":
        "---\ntitle: Two\ndate: 2014-01-01\nupdated: 2014-02-02\npermalink: /2014/two.html\naliases: [/old/two/]\nkeywords: [k, l]\n---\nSee [one](../2013-05-06-one.md).",
      "img/é.png": "x",
      "notes.txt": "x",
    });
    expect(texts).toMatchObject([
      {
        kind: "post",
        source: "blog/2013-05-06-one.md",
        base: "/2013-05-06-one.md",
        linkedAs: ["/2013-05-06-one.md"],
        oldAddresses: [],
        createTime: new Date("2013-05-06"),
        categories: ["a/b", "a"],
        tags: ["x", "y"],
        authorName: "Ann",
        slug: "one",
        slugFrom: "file name",
        status: "PUBLISHED",
        warnings: ['its author "Ann" has no account that is named for it; it belongs to the account that imports'],
      },
      {
        source: "blog/deep/two.markdown",
        slug: "two",
        oldAddresses: ["/2014/two.html", "/old/two/"],
        updateTime: new Date("2014-02-02"),
        metaKeywords: "k, l",
        unsaid: ["status", "summary", "thumbnail", "password", "topPriority", "disallowComment", "tags", "categories"],
        warnings: [],
      },
    ]);
    expect(texts[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(of("category").map(({ source, name, parent }) => [source, name, parent])).toEqual([
      ["a", "A", null],
      ["a/b", "B", "a"],
    ]);
    expect(of("tag").map(({ name }) => name)).toEqual(["x", "y"]);
    expect(unread).toEqual([]);
  });

  it("names authors' accounts where somebody has said which these are", async () => {
    const { of, text, left } = await read(
      {
        "a.md": "---\nauthor: Ann\ndate: 2020-01-01\n---\nx",
        "b.md": "---\nauthors:\n  - name: Ben\n  - Ann\ndate: 2020-01-01\n---\nx",
      },
      { authorMap: { Ann: "ann", Cleo: "cleo" } },
    );
    expect(of("user")).toMatchObject([{ source: "ann", username: "ann", email: "" }]);
    expect(text("a.md")).toMatchObject({ author: "ann", authorName: null, warnings: [] });
    expect(text("b.md")).toMatchObject({ author: null, authorName: "Ben" });
    expect(text("b.md")?.warnings).toContain("further authors: Ann");
    expect(left).toMatchObject([{ count: 1, offer: { choice: "authorMap", name: "Ben" } }]);
  });

  it("takes the file's own time for a text without a date, and says so of posts that are shown", async () => {
    const folder = folderOf({
      "a.md": "x",
      "b.md": "---\ndraft: true\n---\nx",
      "c.md": "---\ndate: 31 February\n---\nx",
    });
    const time = new Date("2001-02-03T04:05:06Z");
    for (const name of ["a.md", "b.md", "c.md"]) utimesSync(join(folder, name), time, time);
    const { texts } = await read(folder);
    expect(texts.map(({ createTime }) => createTime)).toEqual([time, time, time]);
    expect(texts.map(({ warnings }) => warnings)).toEqual([
      ["it has no date; the time of the file, 2001-02-03, is used"],
      [],
      ['date "31 February" is not understood; the time of the file is used'],
    ]);
    expect(texts[0]?.unsaid).toContain("createTime");
  });

  it.each(["0000-00-00 00:00:00", "20000-01-01", "2013-02-31", "0000-01-01"])(
    "does not take %s for a date it is not",
    async (date) => {
      const { texts } = await read({ "a.md": `---\ndate: "${date}"\n---\nx` });
      expect(texts[0]?.createTime?.getTime()).toBeGreaterThan(Date.parse("2020-01-01"));
      expect(texts[0]?.warnings).toEqual([`date "${date}" is not understood; the time of the file is used`]);
    },
  );

  it("keeps dates before 1970", async () => {
    const { texts } = await read({ "a.md": "---\ndate: 1955-11-05\n---\nx" });
    expect(texts[0]?.createTime).toEqual(new Date("1955-11-05"));
  });

  const doubling = (from: string, to: string) => `${to}: &${to} [${Array(9).fill(`*${from}`).join()}]\n`;

  it("names what cannot become a post and goes on with the rest", async () => {
    const folder = folderOf({
      "a.md": "---\ntitle: A\ndate: 2020-01-01\n---\nText",
      "alias.md": "---\ntitle: *nobody\n---\nText",
      "bad.md": "---\ntitle: [a\n---\nText",
      "bomb.md": `---\na: &a [x]\n${doubling("a", "b")}${doubling("b", "c")}${doubling("c", "d")}---\nText`,
      "deep.md": `---\na: ${"[".repeat(30_000)}\n---\nText`,
      "empty.md": " \n",
      "huge.md": "x".repeat(3 * 1024 * 1024),
      "js.md": "---js\n{ title: process.exit(1) }\n---\nText",
      "latin1.md": new Uint8Array([0x47, 0xfc]),
      "nul.md": "a\0b",
    });
    symlinkSync("/etc/passwd", join(folder, "link.md"));
    const { texts, unread } = await read(folder);
    expect(texts.map(({ title }) => title)).toEqual(["A"]);
    expect(unread.map(([source, why]) => [source, why?.slice(0, 60)])).toEqual([
      ["blog/alias.md", expect.stringMatching(/^failed: the front matter does not parse/)],
      ["blog/bad.md", expect.stringMatching(/^failed: the front matter does not parse \(line 3\)/)],
      ["blog/bomb.md", "failed: the front matter does not parse: its aliases lead no"],
      ["blog/deep.md", expect.stringMatching(/^failed: the front matter /)],
      ["blog/empty.md", "failed: the file is empty"],
      ["blog/huge.md", "failed: the file is too large (3 MB; at most 2 MB of text)"],
      ["blog/js.md", 'failed: its front matter is written in "js", which is not re'],
      ["blog/latin1.md", "failed: the file is not UTF-8 text"],
      ["blog/link.md", "skipped: symbolic links are not followed"],
      ["blog/nul.md", "failed: the file is not a text (it holds NUL characters)"],
    ]);
  });

  it("takes __proto__ for a word like any other", async () => {
    const { texts, of } = await read({
      "__proto__.md":
        "+++\n__proto__ = 'x'\ndate = 2020-01-01\ntags = ['__proto__']\ncategories = ['constructor']\nauthor = 'toString'\n+++\nText",
      "b.md": '{\n"__proto__": {"draft": true}, "date": "2020-01-01"\n}\nText',
    });
    expect(texts).toMatchObject([
      { slug: "proto", tags: ["__proto__"], categories: ["constructor"], authorName: "toString" },
      { status: "PUBLISHED" },
    ]);
    expect(of("tag")).toMatchObject([{ name: "__proto__" }]);
  });

  it("finds files beside the text and from the top, and names what is missing or outside", async () => {
    const found = await read({
      "posts/a.md":
        "---\ndate: 2020-01-01\ncover: ../img/c.png\n---\n![](x.png) ![](/img/c.png) ![](none.png) ![](../../out.png) [f](../f.pdf) [g](g.pdf) [t](b.md) [n](none.md) ![](https://e.org/x.png) `![](code.png)` <img src=no.png>",
      "posts/b.md": "---\ndate: 2020-01-01\ncover: none.png\n---\n![](/demo/dawn.svg)",
      "posts/x.png": "x",
      "img/c.png": "c",
      "f.pdf": "f",
    });
    const a = found.text("a.md");
    expect(a).toMatchObject({
      thumbnail: "../img/c.png",
      warnings: [
        "missing image none.png",
        "image ../../out.png is outside the folder",
        "link to a missing file: g.pdf",
        "link to a missing file: none.md",
        "missing image no.png",
      ],
    });
    expect(found.text("b.md")).toMatchObject({ thumbnail: "", warnings: ["missing image none.png"] });
    expect(
      await leads(found, a, "x.png", "/img/c.png", "../img/c.png", "../f.pdf", "none.png", "/x.png", "/a.md"),
    ).toEqual(["x.png", "c.png", "c.png", "f.pdf", null, null, null]);
  });

  it("follows no symbolic link to a file", async () => {
    const folder = folderOf({ "a.md": "---\ndate: 2020-01-01\n---\n![](linked/secret.png) ![](file.png)" });
    folderOf({ "secret.png": "x" }, "elsewhere");
    symlinkSync(join(place, "elsewhere"), join(folder, "linked"));
    symlinkSync(join(place, "elsewhere/secret.png"), join(folder, "file.png"));
    const found = await read(folder);
    expect(found.texts[0]?.warnings).toEqual([
      "image linked/secret.png: symbolic links are not followed",
      "missing image file.png",
    ]);
    expect(await leads(found, found.texts[0], "linked/secret.png", "file.png", "/linked/secret.png")).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("is read from a .zip just the same, with the folder's name", async () => {
    const files: Files = {
      "2013-05-06-one.md": "---\ntitle: One\n---\n![](img/a.png)",
      "img/a.png": "x",
      ".git/b.md": "x",
    };
    const zip = join(place, "packed.zip");
    writeFileSync(
      zip,
      madeZip(Object.entries(files).map(([name, data]) => ({ name: `blog/${name}`, data: data as string }))),
    );
    const [packed, plain] = [await read(zip), await read(files)];
    expect(packed.texts).toEqual(plain.texts);
    expect(await leads(packed, packed.texts[0], "img/a.png")).toEqual(["a.png"]);
    await packed.source.close();
  });

  it("is recognised, and other files are not", async () => {
    expect(await markdownReader.recognise(folderOf({ "a.md": "x" }))).toBe("a folder of Markdown files");
    expect(await markdownReader.recognise(folderOf({ "a.txt": "x" }, "other"))).toBeNull();
    expect(await markdownReader.recognise(join(place, "blog/a.md"))).toBeNull();
    expect(await markdownReader.recognise(join(place, "none"))).toBeNull();
    await expect(markdownReader.open(choicesFor(join(place, "none")))).rejects.toThrow(
      `There is no folder ${join(place, "none")}.`,
    );
  });
});

const samples = resolve("../shared/data/static-sites");
describe.skipIf(!existsSync(samples))("the samples", () => {
  it("of Hugo: TOML, JSON, aliases, a bundle, an expired text, a list, a sheet, static files, shortcodes", async () => {
    const found = await read(join(samples, "hugo"));
    expect([await markdownReader.recognise(join(samples, "hugo")), found.source.site]).toEqual([
      "a Hugo site",
      "https://hugo.example",
    ]);
    expect(found.unread).toEqual([
      ["hugo/content/posts/_index.md", "skipped: it is the page of a list; this site makes its own"],
    ]);
    const toml = found.text("toml.md");
    expect(toml).toMatchObject({
      kind: "post",
      title: "TOML front matter",
      status: "PUBLISHED",
      createTime: new Date("2024-02-02T12:14:54Z"),
      tags: ["one", "two"],
      categories: ["tools"],
      summary: "In short",
      authorName: "Ann",
      oldAddresses: ["/posts/toml/", "/old/toml/", "/posts/toml-was-here"],
      originalContent:
        'A ![A picture](/pic.png "A picture") and <iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" allowfullscreen></iframe> and /posts/json/.\n',
    });
    expect(await leads(found, toml, "/pic.png")).toEqual(["pic.png"]);
    expect(found.text("json.md")).toMatchObject({
      title: "JSON front matter",
      status: "DRAFT",
      createTime: new Date("2024-02-03T10:00:00Z"),
    });
    const bundle = found.text("bundle/index.md");
    expect(bundle).toMatchObject({
      slug: "bundle",
      status: "INTIMATE",
      warnings: ["it expired on 2024-03-01 and was no longer shown; it is private here"],
    });
    expect(await leads(found, bundle, "beside.png")).toEqual(["beside.png"]);
    expect(found.text("about.md")).toMatchObject({
      kind: "sheet",
      slug: "about",
      oldAddresses: ["/about/"],
      warnings: [],
    });
  });

  it("of Jekyll: words of categories, redirects, permalinks, drafts, tags, a sheet", async () => {
    const found = await read(join(samples, "jekyll"));
    expect([await markdownReader.recognise(join(samples, "jekyll")), found.source.site]).toEqual([
      "a Jekyll site",
      "https://jekyll.example/blog",
    ]);
    expect(found.unread).toEqual([]);
    const words = found.text("words.md");
    expect(words).toMatchObject({
      kind: "post",
      categories: ["news", "local"],
      tags: ["a", "b"],
      createTime: new Date("2019-03-04"),
      oldAddresses: ["/blog/news/local/2019/03/04/words.html", "/blog/2019/words/"],
      originalContent:
        "See [other](/blog/2019/03/05/other.html).\n\n```ruby\nputs 1\n```\n\n![pic](/blog/assets/pic.png)\n",
      warnings: [],
    });
    expect(await leads(found, words, "/blog/assets/pic.png", "/assets/pic.png")).toEqual(["pic.png", "pic.png"]);
    expect(found.text("other.markdown")).toMatchObject({
      status: "DRAFT",
      oldAddresses: ["/blog/2019/03/05/other.html"],
    });
    expect(found.text("idea.md")).toMatchObject({ kind: "post", status: "DRAFT", oldAddresses: [] });
    expect(found.text("about.md")).toMatchObject({ kind: "sheet", slug: "about", oldAddresses: ["/blog/about/"] });
  });

  it("of Hexo: paths of categories, JSON ended by semicolons, asset folders, links, drafts, lists, a sheet", async () => {
    const found = await read(join(samples, "hexo"));
    expect([await markdownReader.recognise(join(samples, "hexo")), found.source.site]).toEqual([
      "a Hexo site",
      "https://hexo.example",
    ]);
    expect(found.unread).toEqual([
      ["hexo/source/tags/index.md", "skipped: it is the page of a list (tags); this site makes its own"],
    ]);
    const path = found.text("path.md");
    expect(path).toMatchObject({
      title: "分类是路径",
      categories: ["sports/baseball"],
      tags: ["球"],
      topPriority: 10,
      createTime: new Date("2020-01-02T03:04:05Z"),
      updateTime: new Date("2020-02-02T03:04:05Z"),
      summary: "Before.",
      oldAddresses: ["/2020/01/02/path/"],
      warnings: [],
    });
    expect(path?.originalContent).toContain("![A ball](path/ball.png) and [Several categories](/2020/01/03/several/).");
    expect(await leads(found, path, "path/ball.png")).toEqual(["ball.png"]);
    expect(found.text("several.md")).toMatchObject({ categories: ["sports/baseball", "life"] });
    expect(found.of("category").map(({ source, parent }) => [source, parent])).toEqual([
      ["sports", null],
      ["sports/baseball", "sports"],
      ["life", null],
    ]);
    expect(found.text("json.md")).toMatchObject({
      title: "JSON ended by semicolons",
      createTime: new Date("2020-01-04T10:00:00Z"),
      originalContent: "Text.\n",
    });
    expect(found.text("later.md")).toMatchObject({ kind: "post", status: "DRAFT" });
    expect(found.text("about/index.md")).toMatchObject({ kind: "sheet", slug: "about", oldAddresses: ["/about/"] });
  });

  it.each([
    ["posts-en", 96],
    ["pages-zh", 34],
  ])("%s: %i posts, none lost", async (folder, total) => {
    const found = await read(join(samples, "..", folder));
    expect(readdirSync(join(samples, "..", folder))).toHaveLength(total);
    expect([found.source.version, found.texts.length, found.unread]).toEqual(["plain", total, []]);
  });
});
