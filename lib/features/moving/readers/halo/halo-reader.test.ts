import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReadingChoices } from "../../reading";
import { choicesFor, readAll } from "../testing-reading";
import { haloReader } from "./halo-reader";

let folder = "";
const opened: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "halo-"));
});
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
  rmSync(folder, { recursive: true });
});

async function read(path: string, more: Partial<ReadingChoices> = {}) {
  const found = await readAll(haloReader, path, more);
  opened.push(found.source);
  expect(found.records).toHaveLength(found.source.total);
  return { ...found, post: (id: string) => found.of("post").find(({ source }) => source === id) };
}

type Tables = Record<string, unknown>;
function fileOf(tables: Tables | string): string {
  const path = join(folder, "export.json");
  writeFileSync(
    path,
    typeof tables === "string"
      ? tables
      : JSON.stringify({ version: "1.6.0", export_date: 1e12, options: [], posts: [], ...tables }),
  );
  return path;
}
const made = (tables: Tables) => read(fileOf(tables));
const options = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value], id) => ({ id, key, value }));
const post = (id: unknown, more: Tables = {}) => ({
  id,
  title: `Post ${String(id)}`,
  slug: `post-${String(id)}`,
  status: "PUBLISHED",
  editorType: "MARKDOWN",
  originalContent: "Text",
  createTime: Date.UTC(2021, 4, 1),
  ...more,
});

const samples = resolve("../shared/data/halo");
describe.skipIf(!existsSync(samples))("the sample of Halo 1.6", () => {
  const path = join(samples, "halo-1.6-made.json");
  const sample = () => read(path, { media: join(samples, "upload") });

  it("is counted whole: what is read, unread and left is what the file holds", async () => {
    const { source, records, left, unread } = await sample();
    expect(await haloReader.recognise(path)).toBe("a Halo export (1.6.1)");
    expect(source).toMatchObject({
      site: "https://halo.example",
      version: "1.6.1",
      exportTime: new Date(1795168800000),
    });
    const tables = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown[]>;
    const kinds = {
      user: "user",
      category: "categories",
      tag: "tags",
      attachment: "attachments",
      post: "posts",
      sheet: "sheets",
      journal: "journals",
      link: "links",
      photo: "photos",
      menu: "menus",
      option: "options",
    } as const;
    const counted = (kind: string) =>
      records.filter((record) => record.kind === kind).length +
      left.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0);
    for (const [kind, table] of Object.entries(kinds))
      expect([kind, counted(kind)]).toEqual([kind, tables[table]?.length]);
    expect(counted("comment")).toBe(
      ["post_comments", "sheet_comments", "journal_comments"].reduce(
        (sum, table) => sum + (tables[table]?.length ?? 0),
        0,
      ),
    );
    expect(unread).toEqual([["2", 'skipped: its address "javascript:alert(1)" is no http(s) address']]);
    expect(
      records
        .map(({ kind }) => kind)
        .filter((kind, i, all) => kind !== all[i - 1])
        .join(" "),
    ).toBe(
      "user category tag attachment post comment post sheet comment journal comment journal link photo menu option",
    );
  });

  it("has texts from contents, with everything that stands beside them", async () => {
    const { of, post: textOf } = await sample();
    expect(textOf("1")).toMatchObject({
      title: "Hello Halo",
      slug: "hello-halo",
      editorType: "MARKDOWN",
      originalContent:
        "# Hello\n\n![lake](/upload/2021/05/lake.png)\n\n[to the sheet](https://halo.example/s/about.html)\n",
      status: "PUBLISHED",
      summary: "In short",
      thumbnail: "/upload/2021/05/lake.png",
      visits: 123,
      likes: 9,
      topPriority: 1,
      metaKeywords: "a,b",
      metaDescription: "For engines",
      createTime: new Date(1619942400000),
      updateTime: new Date(1619946000000),
      editTime: new Date(1619944200000),
      categories: ["2"],
      tags: ["1", "2"],
      metas: { source: "A book" },
      author: "1",
      oldAddresses: ["/2021/05/hello-halo.html"],
      // The patch of the later version is empty.
      working: null,
      warnings: [],
    });
    expect(textOf("2")).toMatchObject({
      editorType: "RICHTEXT",
      originalContent: "<p>Rich <em>text</em></p>",
      disallowComment: true,
      slug: "富文本",
      categories: [],
      warnings: ["its category 99 is not in the file"],
    });
    expect(of("post").map(({ status, password }) => [status, password])).toEqual([
      ["PUBLISHED", ""],
      ["PUBLISHED", ""],
      ["DRAFT", ""],
      ["INTIMATE", "post-word"],
      ["RECYCLE", ""],
      ["INTIMATE", "category-word"],
    ]);
    expect(textOf("6")?.categories).toEqual(["3"]);
    expect(of("sheet")).toMatchObject([
      { source: "7", title: "About", originalContent: "About", metas: { lang: "zh" }, oldAddresses: ["/s/about.html"] },
    ]);
  });

  it("has comments of three kinds below what they are about", async () => {
    const { of } = await sample();
    expect(
      of("comment").map(({ source, target, parent, status, user, isAdmin }) => [
        source,
        target.kind,
        target.source,
        parent,
        status,
        user,
        isAdmin,
      ]),
    ).toEqual([
      ["1", "post", "1", null, "PUBLISHED", null, false],
      ["2", "post", "1", "1", "PUBLISHED", null, false],
      ["3", "post", "1", "2", "PUBLISHED", "1", true],
      ["4", "post", "1", null, "AUDITING", null, false],
      ["5", "post", "1", null, "RECYCLE", null, false],
      ["20", "sheet", "7", null, "PUBLISHED", null, false],
      ["30", "journal", "1", null, "PUBLISHED", null, false],
      ["31", "journal", "1", "30", "PUBLISHED", null, false],
    ]);
    expect(of("comment")[0]).toMatchObject({
      author: "读者",
      email: "reader@example.net",
      ipAddress: "203.0.113.7",
      userAgent: "Mozilla/5.0",
      content: "First",
      createTime: new Date(1619856060000),
    });
  });

  it("has categories, tags, links, photos, menus, files and journals in their order", async () => {
    const { of, source, left } = await sample();
    expect(
      of("category").map(({ source: id, name, parent, password, oldAddresses }) => [
        id,
        name,
        parent,
        password,
        oldAddresses,
      ]),
    ).toEqual([
      ["1", "默认分类", null, "", ["/categories/default.html"]],
      ["2", "Below", "1", "", ["/categories/below.html"]],
      ["3", "Locked", null, "category-word", ["/categories/locked.html"]],
    ]);
    expect(of("tag").map(({ name, slug, color, oldAddresses }) => [name, slug, color, oldAddresses])).toEqual([
      ["Java", "java", "#ff0000", ["/tags/java.html"]],
      ["标签", "标签", "#cfd3d7", ["/tags/标签.html"]],
    ]);
    expect(of("link")).toMatchObject([{ name: "A friend", url: "https://friend.example", team: "Friends" }]);
    expect(of("photo")).toMatchObject([
      { name: "Lake", takeTime: new Date(1619856000000), location: "Lakeside", team: "2021", likes: 5 },
    ]);
    expect(
      of("menu").map(({ source: id, name, parent, target, newWindow }) => [id, name, parent, target, newWindow]),
    ).toEqual([
      ["1", "首页", null, { address: "/" }, false],
      ["2", "Below", "1", { address: "/categories/below" }, true],
    ]);
    expect(left).toContainEqual({ what: 'menu "footer"', kind: "menu", count: 1, why: "this site has one menu" });
    expect(of("journal").map(({ originalContent, visibility, likes }) => [originalContent, visibility, likes])).toEqual(
      [
        ["A **note**", "PUBLIC", 3],
        ["For me", "INTIMATE", 0],
      ],
    );
    expect(of("attachment").map(({ address, oldAddresses }) => [address, oldAddresses])).toEqual([
      ["/upload/2021/05/lake.png", ["/upload/2021/05/lake.png"]],
      ["https://bucket.example/far.png", []],
    ]);
    expect([
      await source.media?.find("/upload/2021/05/lake.png"),
      await source.media?.find("/upload/2021/05/lake-thumbnail.png"),
    ]).toMatchObject([{ name: "lake.png" }, { name: "lake-thumbnail.png" }]);
  });

  it("gives no secret away, takes over what this site has, and names the rest", async () => {
    const found = await sample();
    expect(found.of("option")).toMatchObject([{ option: "site_title", value: "旧站" }]);
    expect(
      found.left.filter(({ kind }) => kind === "option").map(({ what, why }) => [what, why.split(";")[0]]),
    ).toEqual([
      ["option blog_url", "it made the old addresses, which lead on to the new ones"],
      ["option post_permalink_type", "it made the old addresses, which lead on to the new ones"],
      ["option path_suffix", "it made the old addresses, which lead on to the new ones"],
      ["option email_password", "secrets are not taken over"],
      ["option my_own", "this site has no such setting"],
      ["option sheet_permalink_type", "it made the old addresses, which lead on to the new ones"],
    ]);
    expect(JSON.stringify([found.records, found.left])).not.toContain("not-a-real-password");
    expect(found.left.map(({ what, count }) => [what, count])).toEqual(
      expect.arrayContaining([
        ["logs", 1],
        ["theme_settings", 1],
        ["content_patch_logs", 8],
      ]),
    );
  });

  it("has the account with its password", async () => {
    const { of } = await sample();
    expect(of("user")).toMatchObject([
      {
        username: "halo-owner",
        nickname: "Owner",
        email: "owner@halo.example",
        role: "EDITOR",
        description: "Had a Halo",
        totpKey: null,
        warnings: [],
      },
    ]);
    expect(of("user")[0]?.passwordHash).toMatch(/^\$2b\$04\$/);
  });
});

it.skipIf(!existsSync(samples))("reads Halo 1.4, with texts in the posts and numbers for names", async () => {
  const path = join(samples, "halo-1.4-made.json");
  const { of, post: textOf, source, unread } = await read(path);
  expect([await haloReader.recognise(path), source.site, unread]).toEqual(["a Halo export (1.4.13)", null, []]);
  expect(textOf("1")).toMatchObject({
    status: "PUBLISHED",
    editorType: "MARKDOWN",
    originalContent: "Text **here**",
    categories: ["1"],
    oldAddresses: ["/?p=1"],
    warnings: [],
  });
  expect(textOf("2")).toMatchObject({ status: "INTIMATE", editorType: "RICHTEXT", originalContent: "<p>Private</p>" });
  expect(of("comment").map(({ status }) => status)).toEqual(["PUBLISHED", "AUDITING"]);
  expect(of("user")).toMatchObject([
    { username: "old-owner", totpKey: null, passwordHash: expect.stringMatching(/^\$2b/) },
  ]);
});

describe("an export of Halo", () => {
  it.each([
    [{}, ["/archives/post-1"]],
    [{ post_permalink_type: "DEFAULT", archives_prefix: "a/", path_suffix: ".html" }, ["/a/post-1.html"]],
    [{ post_permalink_type: "ID" }, ["/?p=1"]],
    [{ post_permalink_type: "ID_SLUG" }, ["/archives/1"]],
    // 1 May 2021, 00:00 UTC: still April in the west.
    [{ post_permalink_type: "DATE" }, ["/2021/05/post-1", "/2021/04/post-1"]],
    [{ post_permalink_type: "DAY" }, ["/2021/05/01/post-1", "/2021/04/30/post-1"]],
    [{ post_permalink_type: "YEAR" }, ["/2021/post-1"]],
    [{ post_permalink_type: "unheard-of" }, ["/archives/post-1"]],
    [{ blog_url: "https://e.org/blog/" }, ["/blog/archives/post-1"]],
  ])("had addresses by its options: %j", async (values, addresses) => {
    const { post: textOf } = await made({ posts: [post(1)], options: options(values) });
    expect(textOf("1")?.oldAddresses).toEqual(addresses);
  });

  it("had addresses on both sides of a day's border in the east, and of sheets, tags and categories", async () => {
    const {
      post: textOf,
      of,
      source,
    } = await made({
      posts: [post(1, { createTime: Date.UTC(2021, 4, 1, 20) })],
      sheets: [post(2, { slug: "about" })],
      tags: [{ id: 1, name: "A", slug: "a" }],
      categories: [{ id: 1, name: "A", slug: "a" }],
      options: options({
        post_permalink_type: "DAY",
        sheet_permalink_type: "ROOT",
        tags_prefix: "t",
        categories_prefix: "c",
      }),
    });
    expect(textOf("1")?.oldAddresses).toEqual(["/2021/05/01/post-1", "/2021/05/02/post-1"]);
    expect([of("sheet")[0], of("tag")[0], of("category")[0]].map((record) => record?.oldAddresses)).toEqual([
      ["/about"],
      ["/t/a"],
      ["/c/a"],
    ]);
    expect(source.suggestions()).toEqual([
      { option: "post_permalink", value: "/{yyyy}/{mm}/{dd}/{slug}", why: "keeps the old addresses" },
    ]);
  });

  it("had all of them below the path of the site", async () => {
    const { of, source } = await made({
      posts: [post(1)],
      sheets: [post(2, { slug: "about" })],
      tags: [{ id: 1, name: "A", slug: "a" }],
      categories: [{ id: 1, name: "A", slug: "a" }],
      attachments: [{ id: 1, path: "upload/a.png" }],
      options: options({ blog_url: "https://old.example/blog/" }),
    });
    expect(source.site).toBe("https://old.example/blog");
    const kinds = ["post", "sheet", "tag", "category", "attachment"] as const;
    expect(kinds.flatMap((kind) => of(kind)[0]?.oldAddresses ?? [])).toEqual([
      "/blog/archives/post-1",
      "/blog/s/about",
      "/blog/tags/a",
      "/blog/categories/a",
      "/blog/upload/a.png",
    ]);
  });

  it("has working texts that are patches of the first version, whole ones, and ones that do not fit", async () => {
    const patch = JSON.stringify([
      { source: { position: 1, lines: ["two"] }, target: { position: 1, lines: ["zwei", "2"] }, type: "CHANGE" },
      { source: { position: 3, lines: [] }, target: { position: 4, lines: ["four"] }, type: "INSERT" },
      { source: { position: 0, lines: ["one"] }, target: { position: 0, lines: [] }, type: "DELETE" },
    ]);
    const content = (id: number, head: number) => ({
      id,
      patchLogId: id * 10,
      headPatchLogId: head,
      originalContent: "Public",
    });
    const log = (id: number, postId: number, version: number, originalContentDiff: string) => ({
      id,
      postId,
      version,
      originalContentDiff,
    });
    const { post: textOf } = await made({
      posts: [post(1), post(2), post(3), post(4, { status: "DRAFT" }), post(5)],
      contents: [content(1, 11), content(2, 20), content(3, 31), content(4, 41), content(5, 51)],
      content_patch_logs: [
        log(10, 1, 1, "one\ntwo\nthree"),
        log(11, 1, 2, patch),
        log(30, 3, 1, "other\ntext"),
        log(31, 3, 2, patch),
        log(41, 4, 1, "The draft as it is"),
      ],
    });
    expect(textOf("1")).toMatchObject({
      originalContent: "Public",
      working: { originalContent: "zwei\n2\nthree\nfour", editorType: "MARKDOWN" },
      warnings: [],
    });
    expect(textOf("2")).toMatchObject({ working: null, warnings: [] });
    expect(textOf("4")).toMatchObject({ originalContent: "The draft as it is", working: null, warnings: [] });
    for (const id of ["3", "5"])
      expect(textOf(id)).toMatchObject({
        originalContent: "Public",
        working: null,
        warnings: ["changes that were not yet published could not be read; they are left out"],
      });
  });

  it("has HTML only: rich text, with a warning; statuses it does not know are drafts", async () => {
    const { post: textOf } = await made({
      posts: [
        post(1, { originalContent: "", formatContent: "<p>x</p>" }),
        post(2, { originalContent: null, content: { content: "<p>y</p>", originalContent: "" } }),
        post(3, { status: "SHINY" }),
        post(4, { originalContent: "", content: { content: "", originalContent: "last choice" } }),
      ],
    });
    expect(textOf("1")).toMatchObject({
      editorType: "RICHTEXT",
      originalContent: "<p>x</p>",
      warnings: ["the file holds its HTML and not what was written; it is rich text here"],
    });
    expect(textOf("2")).toMatchObject({ editorType: "RICHTEXT", originalContent: "<p>y</p>" });
    expect(textOf("3")).toMatchObject({ status: "DRAFT", warnings: ['status "SHINY" is not known; it is a draft'] });
    expect(textOf("4")).toMatchObject({ originalContent: "last choice" });
  });

  it("has rich text, which may be stored as Markdown", async () => {
    const rich = {
      posts: [post(1, { editorType: "RICHTEXT", originalContent: "<h2>A</h2><p>b <em>c</em></p><form></form>" })],
    };
    expect((await read(fileOf(rich))).post("1")).toMatchObject({
      editorType: "RICHTEXT",
      originalContent: "<h2>A</h2><p>b <em>c</em></p><form></form>",
      // Of rich text the writer says what is not shown.
      warnings: [],
    });
    expect((await read(fileOf(rich), { as: "markdown" })).post("1")).toMatchObject({
      editorType: "MARKDOWN",
      originalContent: expect.stringMatching(/^## A\n\nb [*_]c[*_]\n?$/),
      warnings: ["removed on display: 1 form"],
    });
  });

  it("keeps a second factor, and makes an account without a password where its key is no key", async () => {
    const hash = "$2a$10$0pWucCAtw5nWl0dm7vv9MeE.6cHEgEmmr5eGQxPSdbFJMSXH88kGa";
    const user = (more: Tables) => ({ id: 1, username: "a", password: hash, mfaType: "TFA_TOTP", ...more });
    const one = async (more: Tables) => (await made({ user: [user(more)] })).of("user")[0];
    expect(await one({ mfaKey: "JBSWY3DPEHPK3PXP" })).toMatchObject({
      passwordHash: hash,
      totpKey: "JBSWY3DPEHPK3PXP",
      warnings: [],
    });
    for (const key of ["not base32!", "", null])
      expect(await one({ mfaKey: key })).toMatchObject({
        passwordHash: null,
        totpKey: null,
        warnings: ["its second factor cannot be read, so its password is not taken over: set a new one to sign in"],
      });
    expect(await one({ mfaType: 1, mfaKey: "bad" })).toMatchObject({ passwordHash: null });
    expect(await one({ mfaType: 0, password: "plain" })).toMatchObject({
      passwordHash: null,
      warnings: ["it has no password that can be taken over: set a new one to sign in"],
    });
  });

  it("sorts by its priority, smallest first, and drops colours that are none", async () => {
    const rows = [3, 1, 2].map((priority, id) => ({
      id: id + 1,
      name: `${priority}`,
      slug: `${priority}`,
      url: "https://e.org",
      priority,
    }));
    const { of } = await made({
      categories: rows,
      links: rows,
      menus: rows,
      tags: [{ id: 1, name: "a", slug: "a", color: "red" }],
    });
    for (const kind of ["category", "link", "menu"] as const)
      expect(of(kind).map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect(of("category").map(({ priority }) => priority)).toEqual([3, 2, 1]);
    expect(of("tag")).toMatchObject([{ color: "" }]);
  });

  it("takes over the options that this site has, where their values can be used, and names the others", async () => {
    const { of, left } = await made({
      options: options({
        blog_title: "Old",
        seo_description: "About boats",
        blog_locale: "zh",
        post_index_page_size: "12",
        rss_page_size: "many",
        comment_page_size: "0",
        comment_new_need_check: "true",
        api_access_key: "secret-value",
        oss_aliyun_access_secret: "secret-value",
        blog_footer_info: "<script></script>",
      }),
    });
    expect(of("option").map(({ option, value }) => [option, value])).toEqual([
      ["site_title", "Old"],
      ["site_description", "About boats"],
      ["site_locale", "zh-CN"],
      ["posts_per_page", 12],
      ["comment_new_need_check", true],
    ]);
    expect(left.map(({ what, why }) => [what, why.split(";")[0]])).toEqual([
      ["option rss_page_size", "its value is none of this setting"],
      ["option comment_page_size", "its value is none of this setting"],
      ["option api_access_key", "secrets are not taken over"],
      ["option oss_aliyun_access_secret", "secrets are not taken over"],
      ["option blog_footer_info", "this site has no such setting"],
    ]);
    expect(JSON.stringify(left)).not.toContain("secret-value");
  });

  it("skips addresses that break the rules here, and says which", async () => {
    const bad = { name: "x", url: "javascript:alert(1)" };
    const { of, unread } = await made({
      links: [
        { id: 1, ...bad },
        { id: 2, name: "y", url: "https://e.org", logo: "data:text/html,x" },
      ],
      photos: [
        { id: 1, ...bad },
        { id: 2, name: "y", url: "/upload/y.png" },
      ],
      menus: [
        { id: 1, ...bad },
        { id: 2, name: "y", url: "/y" },
        { id: 3, name: "z", url: " " },
      ],
    });
    expect(unread.map(([id, why = ""]) => [id, why.slice(0, 30)])).toEqual([
      ["1", 'skipped: its address "javascri'],
      ["1", 'skipped: its address "javascri'],
      ["1", 'skipped: its address "javascri'],
      ["3", 'skipped: its address " " is ne'],
    ]);
    expect(of("link")).toMatchObject([{ logo: "", warnings: ["its logo has no http(s) address and is left out"] }]);
    expect([of("photo")[0]?.url, of("menu")[0]?.name]).toEqual(["/upload/y.png", "y"]);
  });

  it("lets the password of a locked category open what Halo made private because of it, and nothing else", async () => {
    const texts: Tables[] = [
      { status: "INTIMATE" },
      { status: "INTIMATE", password: "its own" },
      { status: "PUBLISHED" },
      { status: "DRAFT" },
      { status: "INTIMATE" },
    ];
    const { of, post: textOf } = await made({
      categories: [
        { id: 1, name: "A", slug: "a", password: "word" },
        { id: 2, name: "B", slug: "b", parentId: 1 },
        { id: 3, name: "C", slug: "c" },
      ],
      posts: texts.map((given, i) => post(i + 1, given)),
      post_categories: [
        ...texts.slice(1).map((_text, i) => ({ postId: i + 1, categoryId: 2 })),
        { postId: 5, categoryId: 3 },
      ],
    });
    expect(of("post").map(({ status, password }) => [status, password])).toEqual([
      ["INTIMATE", "word"],
      ["INTIMATE", "its own"],
      ["PUBLISHED", ""],
      ["DRAFT", ""],
      ["INTIMATE", ""],
    ]);
    expect(textOf("1")?.warnings).toEqual(["it is private and in a locked category, whose password is its own here"]);
  });

  it("keeps a journal without its source as its HTML, and one file once", async () => {
    const { of, unread, source } = await made({
      journals: [
        { id: 1, sourceContent: "", content: "<p>x</p>", type: 0 },
        { id: 2, content: "y", type: "odd" },
      ],
      attachments: [
        { id: 1, path: "upload/a.png" },
        { id: 2, path: "/upload/a.png" },
        { id: 3, path: "https://bucket.example/b.png", type: "ALIOSS" },
      ],
    });
    expect(of("journal")).toMatchObject([
      { keptHtml: "<p>x</p>", visibility: "PUBLIC" },
      { visibility: "INTIMATE", warnings: ['its type "odd" is not known; it is private'] },
    ]);
    expect(unread).toEqual([["2", "skipped: attachment 1 is the same file"]]);
    // Where files may be fetched from, if somebody asks for that.
    expect(source.hosts).toEqual({ site: [], files: ["bucket.example"] });
  });
});

describe("a bad export of Halo", () => {
  it("has loops and missing parents of categories, menus and comments: cut and named", async () => {
    const { of } = await made({
      posts: [post(1)],
      categories: [
        { id: 1, parentId: 2 },
        { id: 2, parentId: 3 },
        { id: 3, parentId: 1 },
        { id: 4, parentId: 4 },
        { id: 5, parentId: 99 },
        { id: 6, parentId: 2 },
      ],
      menus: [
        { id: 1, url: "/a", parentId: 2 },
        { id: 2, url: "/b", parentId: 1 },
      ],
      post_comments: [
        { id: 2, postId: 1, parentId: 1, status: 0, createTime: 2000 },
        { id: 1, postId: 1, parentId: 2, status: 0, createTime: 1000 },
        { id: 3, postId: 1, parentId: 77, status: "0", createTime: 3000 },
      ],
    });
    expect(of("category").map(({ source, parent, warnings }) => [source, parent, warnings.length])).toEqual([
      ["1", null, 1],
      ["2", "3", 0],
      ["3", "1", 0],
      ["4", null, 1],
      ["5", null, 1],
      ["6", "2", 0],
    ]);
    expect(of("menu").map(({ parent }) => parent)).toEqual([null, "1"]);
    expect(of("comment").map(({ source, parent, warnings }) => [source, parent, warnings])).toEqual([
      ["1", null, ["Its replies led back to it, so it now stands at the top."]],
      ["2", "1", []],
      ["3", null, ["It replied to a comment that is missing (77), and now stands at the top."]],
    ]);
  });

  it("has 10,000 replies below each other", async () => {
    const deep = Array.from({ length: 10_000 }, (_, i) => ({
      id: i + 1,
      postId: 1,
      parentId: i,
      content: "x",
      status: 0,
      createTime: 1e12 - i,
    }));
    const { of } = await made({ posts: [post(1)], post_comments: deep });
    expect(of("comment")).toHaveLength(10_000);
    expect(of("comment").filter(({ parent, warnings }) => parent === null || warnings.length > 0)).toHaveLength(1);
  });

  it("has 200,000 options that nobody knows", async () => {
    const options = Array.from({ length: 200_000 }, (_, i) => ({ key: `plugin_${i}`, value: "x" }));
    const { left } = await made({ options });
    expect(left.filter(({ kind }) => kind === "option")).toHaveLength(200_000);
  });

  it("has odd ids: texts, negative, doubled, none, beyond numbers; and names of prototypes", async () => {
    const {
      of,
      unread,
      post: textOf,
    } = await read(
      fileOf(
        `{"version":"1.6.0","export_date":1,"options":[],"tags":[{"id":"__proto__","name":"constructor","slug":"__proto__"}],
        "posts":[{"id":"a","slug":"__proto__","title":"A"},{"id":-5},{"id":7},{"id":7,"title":"again"},{"title":"none"},{"id":1e309,"__proto__":{"status":"PUBLISHED"}},null],
        "post_tags":[{"postId":"a","tagId":"__proto__"}],"post_metas":[{"postId":"a","key":"toString","value":"x"},{"postId":"a","key":"k","value":"1"},{"postId":"a","key":"k","value":"2"}]}`,
      ),
    );
    expect(of("post").map(({ source, slug, status }) => [source, slug, status])).toEqual([
      ["a", "__proto__", "DRAFT"],
      ["-5", "", "DRAFT"],
      ["7", "", "DRAFT"],
      ["Infinity", "", "DRAFT"],
    ]);
    expect(textOf("a")).toMatchObject({ tags: ["__proto__"], metas: { toString: "x", k: "2" } });
    expect(unread).toEqual([
      ["7", "failed: another post of the file has the id 7 already"],
      ["", "failed: it has no id"],
      ["", "failed: it has no id"],
    ]);
  });

  it.each([
    [0, null],
    ["0000-00-00 00:00:00", null],
    ["2021-02-31", null],
    [Date.UTC(20_000, 0, 1), null],
    [Infinity, null],
    ["soon", null],
    [-1e12, new Date(-1e12)],
    ["2021-05-01 10:00:00", new Date("2021-05-01T10:00:00Z")],
  ])("has the date %s", async (createTime, expected) => {
    const { post: textOf } = await made({ posts: [post(1, { createTime })] });
    expect(textOf("1")?.createTime).toEqual(expected);
  });

  it("has a text that is too long: that one fails, the rest goes on", async () => {
    const { of, unread } = await made({
      posts: [post(1, { originalContent: "x".repeat(5 * 1024 * 1024) }), post(2)],
      post_comments: [
        { id: 1, postId: 1 },
        { id: 2, postId: 99 },
      ],
    });
    expect(of("post").map(({ source }) => source)).toEqual(["2"]);
    expect(unread).toEqual([
      ["1", "failed: its text is longer than 2 MiB"],
      ["1", "skipped: its post 1 is not in the file or was not taken over"],
      ["2", "skipped: its post 99 is not in the file or was not taken over"],
    ]);
  });

  it.each([
    [
      '{"posts": [{"postMd": "# x", "cateUrl": "a"}]}',
      "a file of Halo 0.4",
      "This is an export of Halo 0.4, which is not read.",
    ],
    [
      '[{"apiVersion": "content.halo.run/v1alpha1", "kind": "Post"}]',
      "a file of Halo 2",
      "This is a backup of Halo 2, which is not read.",
    ],
    ['{"db": [{"meta": {"version": "5.82"}, "data": {"posts": []}}]}', null, "This is no data export of Halo 1.x"],
    ["<!doctype html><title>Sign in</title>", null, "The file is not JSON"],
    ["", null, "The file is empty."],
    ['{"version":"1.6.0","export_date":1,"posts":[{"id":1', "a Halo export (1.6.0)", "The file is not whole"],
  ])("is refused by name: %s", async (content, recognised, reason) => {
    const path = fileOf(content);
    expect(await haloReader.recognise(path)).toBe(recognised);
    await expect(haloReader.open(choicesFor(path))).rejects.toThrow(reason);
  });

  it("is no file at all", async () => {
    expect(await haloReader.recognise(folder)).toBeNull();
    await expect(haloReader.open(choicesFor(join(folder, "none.json")))).rejects.toThrow("There is no file");
  });
});
