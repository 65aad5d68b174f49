import { expect, it } from "vitest";
import { AppError } from "../../../../core/errors";
import { costOfWaiting } from "../../../../testing/cost";
import { everything, fileOf, opened } from "../testing-source";
import { ghostReader } from "./reader";
import { ghostFile, post } from "./testing-export";

const read = (data: Record<string, unknown>, choices = {}, meta = {}) =>
  everything(ghostReader, ghostFile(data, meta), choices);

it("reads exports of 0.x: numbers for ids and dates, pages by a mark, Markdown before HTML", async () => {
  const data = {
    posts: [
      {
        id: 1,
        title: "One",
        slug: "one",
        markdown: "# Hi",
        html: "<h1>Hi</h1>",
        page: 0,
        status: "published",
        image: "/content/images/a.png",
        author_id: 1,
        created_at: 1_400_000_000_000,
        published_at: 1_400_000_100_000,
        updated_at: 1_400_000_200_000,
        meta_description: "Short",
      },
      {
        id: 2,
        title: "Two",
        slug: "one",
        markdown: "x",
        page: 1,
        status: "published",
        author_id: 1,
        created_at: "2014-05-13 16:53:20",
      },
    ],
    users: [
      { id: 1, name: "Ann", slug: "ann", email: "ann@old.example", status: "active", image: "//gravatar.example/x" },
    ],
    roles: [{ id: 3, name: "Administrator" }],
    roles_users: [{ id: 1, role_id: 3, user_id: 1 }],
    tags: [{ id: 5, name: "Sea", slug: "sea" }],
    posts_tags: [{ id: 1, post_id: 1, tag_id: 5 }],
    settings: [
      { id: 1, key: "permalinks", value: "/:year/:month/:day/:slug/" },
      { id: 2, key: "activeTimezone", value: "Pacific/Auckland" },
    ],
  };
  const { text, of, source } = await read(data, {}, { version: "003" });
  expect(source.version).toBe("0.x");
  expect(text("1")).toMatchObject({
    kind: "post",
    editorType: "MARKDOWN",
    originalContent: "# Hi",
    author: "1",
    tags: ["5"],
    thumbnail: "/content/images/a.png",
    metaDescription: "Short",
    createTime: new Date(1_400_000_100_000),
    oldAddresses: ["/2014/05/14/one/", "/one/"],
  });
  expect(text("2")).toMatchObject({
    kind: "sheet",
    slug: "one",
    createTime: new Date("2014-05-13T16:53:20Z"),
    oldAddresses: ["/one/"],
  });
  expect(of("user")[0]).toMatchObject({
    role: "EDITOR",
    avatar: "https://gravatar.example/x",
    warnings: [expect.stringContaining("administrator")],
  });
  expect(source.suggestions()).toMatchObject([{ value: "/{yyyy}/{mm}/{dd}/{slug}" }]);
});

it.each([
  ["{data: {meta, data}}", (meta: object, data: object) => ({ data: { meta, data } })],
  ["{meta, data}", (meta: object, data: object) => ({ meta, data })],
])("reads an export wrapped as %s", async (_name, wrap) => {
  const path = fileOf(
    "x.json",
    JSON.stringify(wrap({ exported_on: 1, version: "4.1" }, { posts: [post()], users: [] })),
  );
  expect(await ghostReader.recognise(path)).toBe("a Ghost export (4.1)");
  expect((await everything(ghostReader, path)).of("post")).toHaveLength(1);
});

it("makes nothing public of a status or a visibility that it does not know", async () => {
  const rows = [
    ["published", "filter:label:vip"],
    ["published", "tiers"],
    ["published", ""],
    ["draft", "paid"],
    ["scheduled", "members"],
    ["sent", "public"],
    ["archived", "public"],
  ].map(([status, visibility], i) => post({ id: `p${i}`, status, visibility }));
  const { of } = await read({ posts: [...rows, post({ id: "e" })], posts_meta: [{ post_id: "e", email_only: 1 }] });
  const statuses = of("post").map(({ status }) => status);
  expect(statuses).toEqual(["INTIMATE", "INTIMATE", "INTIMATE", "DRAFT", "INTIMATE", "INTIMATE", "DRAFT", "INTIMATE"]);
  expect(of("post").filter(({ status, warnings }) => status !== "DRAFT" && warnings.length === 0)).toEqual([]);
});

it("takes the caption of a cover as the words that are shown below it", async () => {
  const feature_image_caption = 'Off <a href="https://dover.example">Dover</a> &amp; Deal';
  const { text } = await read({ posts: [post()], posts_meta: [{ post_id: "p1", feature_image_caption }] });
  expect(text("p1")).toMatchObject({ metas: { feature_image_caption: "Off Dover & Deal" } });
});

it("makes nothing public of a site that was behind a password as a whole", async () => {
  const { text } = await read({ posts: [post()], settings: [{ key: "is_private", value: "true" }] });
  expect(text("p1")).toMatchObject({ status: "INTIMATE", warnings: [expect.stringContaining("the site's password")] });
});

it("takes dates as they can be true", async () => {
  const { of } = await read({
    posts: [
      post({
        id: "a",
        published_at: "2024-02-31T00:00:00.000Z",
        created_at: "no",
        updated_at: "2023-01-01T00:00:00.000Z",
      }),
      post({ id: "b", published_at: null, created_at: "1950-01-01T00:00:00.000Z" }),
      post({ id: "c", published_at: "+20000-01-01T00:00:00Z", created_at: 1e300, updated_at: null }),
    ],
  });
  expect(of("post").map(({ createTime }) => createTime?.toISOString() ?? null)).toEqual([
    "2023-01-01T00:00:00.000Z",
    "1950-01-01T00:00:00.000Z",
    null,
  ]);
});

it("takes accounts as they may be here", async () => {
  const hash = `$2a$10$${"a".repeat(53)}`;
  const user = (id: string, more: object) => ({
    id,
    name: `N${id}`,
    slug: `n${id}`,
    email: `${id}@old.example`,
    status: "active",
    password: hash,
    ...more,
  });
  const { of } = await read({
    posts: [post()],
    users: [
      user("1", {}),
      user("2", { status: "locked" }),
      user("3", { status: "inactive" }),
      user("4", { password: "plain" }),
      user("5", { email: null }),
    ],
    roles: ["Owner", "Administrator", "Editor", "Author", "Contributor"].map((name, i) => ({ id: `r${i + 1}`, name })),
    roles_users: [1, 2, 3, 4, 5].map((i) => ({ user_id: String(i), role_id: `r${i}` })),
  });
  expect(
    of("user").map(({ role, suspended, passwordHash, email }) => [
      role,
      suspended,
      passwordHash !== null,
      email !== "",
    ]),
  ).toEqual([
    ["EDITOR", false, true, true],
    ["EDITOR", false, false, true],
    ["EDITOR", true, true, true],
    ["AUTHOR", false, false, true],
    ["AUTHOR", false, true, false],
  ]);
  expect(of("user").map(({ warnings }) => warnings.length)).toEqual([1, 1, 0, 0, 0]);
});

const comment = (id: string, more: object = {}) => ({
  id,
  post_id: "p1",
  member_id: "m1",
  parent_id: null,
  status: "published",
  html: "<p>Hello <strong>you</strong></p>",
  created_at: "2024-04-01T00:00:00.000Z",
  ...more,
});

it("takes comments with the names of members, and counts those that it leaves", async () => {
  const { of, left, unread, counted, all, source } = await read({
    posts: [post()],
    members: [{ id: "m1", name: "Mia", email: "mia@example.net" }],
    comments: [
      comment("c2", { parent_id: "c1", in_reply_to_id: null }),
      comment("c1", { member_id: "gone" }),
      comment("c3", { status: "hidden" }),
      comment("c4", { status: "deleted" }),
      comment("c5", { post_id: "nowhere" }),
      comment("c1"),
    ],
  });
  expect(
    of("comment").map(({ source: id, author, email, status, parent, content }) => [
      id,
      author,
      email,
      status,
      parent,
      content,
    ]),
  ).toEqual([
    ["c1", "Anonymous", "", "PUBLISHED", null, "Hello **you**"],
    ["c2", "Mia", "mia@example.net", "PUBLISHED", "c1", "Hello **you**"],
    ["c3", "Mia", "mia@example.net", "AUDITING", null, "Hello **you**"],
  ]);
  expect(unread).toMatchObject([{ kind: "comment", failed: expect.stringContaining("two comments") }]);
  expect(left).toContainEqual(expect.objectContaining({ what: "deleted comments", count: 1 }));
  expect(left).toContainEqual(expect.objectContaining({ what: "members", kind: null, count: 1 }));
  expect(counted("comment")).toBe(6);
  expect(all.length + 1).toBe(source.total);
});

it("makes the first tag the category where somebody asks for it", async () => {
  const tag = (id: string, name = id) => ({ id, name, slug: id, visibility: "public" });
  const related = (post_id: string, tag_id: string, sort_order: number) => ({ post_id, tag_id, sort_order });
  const { of, text } = await read(
    {
      posts: [post(), post({ id: "p2", type: "page" })],
      tags: [tag("a"), tag("b"), tag("c"), tag("h", "#h")],
      posts_tags: [related("p1", "b", 2), related("p1", "h", 0), related("p1", "a", 1), related("p2", "c", 0)],
    },
    { primaryTagAsCategory: true },
  );
  expect(of("category")).toMatchObject([{ source: "a", oldAddresses: ["/tag/a/"] }]);
  expect(of("tag").map(({ source }) => source)).toEqual(["b", "c"]);
  expect(text("p1")).toMatchObject({ categories: ["a"], tags: ["b"], metas: { internal_tags: "#h" } });
  expect(text("p2")).toMatchObject({ categories: [], tags: ["c"] });
});

const lexical = (children: unknown[]): string => JSON.stringify({ root: { type: "root", children } });
const shown = async (fields: object) =>
  (await read({ posts: [post({ html: "", ...fields })] })).text("p1").originalContent;
const words = (text: string, format = 0) => ({ type: "extended-text", text, format });

it("writes lexical as HTML", async () => {
  const item = (...children: unknown[]) => ({ type: "listitem", children });
  const html = await shown({
    lexical: lexical([
      { type: "extended-heading", tag: "h3", children: [words("A & b")] },
      {
        type: "paragraph",
        children: [
          words("both", 3),
          { type: "linebreak" },
          words("code", 16),
          { type: "link", url: "__GHOST_URL__/x/?a=1&b=2", children: [words("x")] },
        ],
      },
      {
        type: "list",
        listType: "number",
        start: 3,
        children: [
          item(words("one")),
          item({ type: "list", listType: "bullet", children: [item(words("in"))] }),
          item(words("two")),
        ],
      },
      { type: "extended-quote", children: [words("q")] },
      { type: "horizontalrule" },
      {
        type: "image",
        src: "__GHOST_URL__/content/images/size/w1000/a.png",
        alt: 'An "a"',
        caption: "<b>Cap</b>",
        href: "",
      },
      { type: "bookmark", url: "https://example.net/", metadata: { title: "Example" } },
      { type: "embed", url: "https://www.youtube.com/watch?v=abc", html: "<iframe></iframe>" },
      { type: "toggle", heading: "Open", content: "<p>in</p>" },
      { type: "button", buttonText: "Go", buttonUrl: "/go" },
      { type: "markdown", markdown: "*md*" },
      { type: "signup" },
      { type: "somebody-elses-card" },
    ]),
  });
  expect(html).toBe(
    '<h3>A &amp; b</h3><p><strong><em>both</em></strong><br><code>code</code><a href="/x/?a=1&amp;b=2">x</a></p>' +
      '<ol start="3"><li>one<ul><li>in</li></ul></li><li>two</li></ol><blockquote>q</blockquote><hr>' +
      '<figure><img src="/content/images/a.png" alt="An &quot;a&quot;"><figcaption><b>Cap</b></figcaption></figure>' +
      '<figure><a href="https://example.net/">Example</a></figure>' +
      '<figure><iframe src="https://www.youtube-nocookie.com/embed/abc" allowfullscreen></iframe></figure>' +
      '<details><summary>Open</summary><p>in</p></details><p><a href="/go">Go</a></p><p><em>md</em></p>',
  );
});

it.each([
  [{ type: "image", src: "/a.png", href: "/x" }, '<figure><a href="/x"><img src="/a.png" alt=""></a></figure>'],
  [
    { type: "gallery", images: [{ src: "/a.png", alt: "A" }, { src: "/b.png" }], caption: "Both" },
    '<figure><img src="/a.png" alt="A"></figure><figure><img src="/b.png" alt=""></figure><p>Both</p>',
  ],
  [{ type: "html", html: "<b>x</b>" }, "<b>x</b>"],
  [{ type: "codeblock", code: "a < b", language: "js" }, '<pre><code class="language-js">a &lt; b</code></pre>'],
  [
    { type: "video", src: "/v.mp4", thumbnailSrc: "/t.png", customThumbnailSrc: "/own.png", caption: "c" },
    '<figure><video controls src="/v.mp4" poster="/own.png"></video><figcaption>c</figcaption></figure>',
  ],
  [
    { type: "audio", src: "/a.mp3", title: "A & b" },
    '<figure><audio controls src="/a.mp3"></audio><figcaption>A &amp; b</figcaption></figure>',
  ],
  [{ type: "file", src: "/f.pdf", fileTitle: "Plan", fileName: "f.pdf" }, '<p><a href="/f.pdf">Plan</a></p>'],
  [
    { type: "callout", calloutEmoji: "!", calloutText: "Mind <b>this</b>" },
    '<div class="admonition admonition-note" role="note"><p>! Mind <b>this</b></p></div>',
  ],
  [
    {
      type: "product",
      productImageSrc: "/p.png",
      productTitle: "Boat",
      productDescription: "<p>Floats.</p>",
      productButton: "Buy",
      productUrl: "/buy",
    },
    '<figure><img src="/p.png" alt=""></figure><h4>Boat</h4><p>Floats.</p><p><a href="/buy">Buy</a></p>',
  ],
  [
    { type: "header", header: "Big", subheader: "small", buttonText: "Go", buttonUrl: "/go" },
    '<h2>Big</h2><p>small</p><p><a href="/go">Go</a></p>',
  ],
  [{ type: "email", html: "<p>for mails</p>" }, ""],
  [{ type: "email-cta", html: "<p>for mails</p>" }, ""],
])("writes the card %j", async (card, html) => {
  const { text } = await read({ posts: [post({ html: "", lexical: lexical([card]) })] });
  expect(text("p1").originalContent).toBe(html);
  expect(text("p1").warnings).toEqual(html === "" ? [`Cards were removed: 1 ${card.type}.`] : []);
});

it("knows the old site by its settings, and what search engines and networks are told", async () => {
  const { source, text, of } = await read({
    posts: [post({ canonical_url: "https://first.example/x", feature_image: "__GHOST_URL__/content/images/a.png" })],
    posts_meta: [{ post_id: "p1", twitter_title: "For birds", og_image: "__GHOST_URL__/content/images/og.png" }],
    settings: [{ key: "url", value: "https://old.example/" }],
    tags: [{ id: "t", name: "Sea", slug: "sea", feature_image: "__GHOST_URL__/content/images/sea.png" }],
    users: [{ id: "u", name: "Ann", slug: "ann", website: "https://ann.example", bio: "Sails", status: "active" }],
  });
  expect(source).toMatchObject({ site: "https://old.example", hosts: { site: ["old.example"] } });
  expect(text("p1")).toMatchObject({
    thumbnail: "https://old.example/content/images/a.png",
    metas: {
      canonical_url: "https://first.example/x",
      twitter_title: "For birds",
      og_image: "https://old.example/content/images/og.png",
    },
  });
  expect(of("tag")).toMatchObject([{ thumbnail: "https://old.example/content/images/sea.png" }]);
  expect(of("user")).toMatchObject([{ url: "https://ann.example", description: "Sails" }]);
});

it("writes mobiledoc as HTML", async () => {
  const mobiledoc = JSON.stringify({
    version: "0.3.1",
    markups: [["strong"], ["a", ["href", "/x"]], ["script"]],
    atoms: [["soft-return", "", {}]],
    cards: [
      ["image", { src: "/a.png", caption: "c" }],
      ["code", { code: "a < b", language: "js" }],
      ["hr", {}],
    ],
    sections: [
      [1, "h2", [[0, [], 0, "Head"]]],
      [
        1,
        "p",
        [
          [0, [0, 1], 2, "bold"],
          [1, [], 0, 0],
          [0, [2], 1, "<x>"],
        ],
      ],
      [3, "ol", [[[0, [], 0, "one"]]]],
      [2, "/b.png"],
      [10, 0],
      [10, 1],
      [10, 2],
      [10, 99],
      [1, "script", []],
    ],
  });
  expect(await shown({ mobiledoc })).toBe(
    '<h2>Head</h2>\n<p><strong><a href="/x">bold</a></strong><br><span>&lt;x&gt;</span></p>\n<ol><li>one</li></ol>\n<figure><img src="/b.png" alt=""></figure>\n<figure><img src="/a.png" alt=""><figcaption>c</figcaption></figure>\n<pre><code class="language-js">a &lt; b</code></pre>\n<hr>\n\n<p></p>',
  );
});

it("plainly shows cards of Ghost's own HTML", async () => {
  expect(
    await shown({
      html: '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Open</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>in</p></div></div><div class="kg-card kg-signup-card"><form><input></form></div><figure class="kg-card kg-video-card" data-kg-thumbnail="/t.png"><div><video src="/v.mp4"></video><button>play</button></div><figcaption>c</figcaption></figure><div class="kg-card kg-file-card"><a href="/f.pdf"><div class="kg-file-card-title">File</div></a></div><div class="kg-card kg-audio-card"><audio src="/a.mp3"></audio><div class="kg-audio-title">Song</div></div><!--kg-card-begin: html--><b>x</b><!--kg-card-end: html-->',
    }),
  ).toBe(
    '<details><summary>Open</summary><p>in</p></details><figure><video controls src="/v.mp4" poster="/t.png"></video><figcaption>c</figcaption></figure><p><a href="/f.pdf">File</a></p><figure><audio controls src="/a.mp3"></audio><figcaption>Song</figcaption></figure><b>x</b>',
  );
});

it("reads texts that are nested a hundred thousand deep", async () => {
  const depth = 100_000;
  const deep = `{"root":{"type":"root","children":[${'{"type":"aside","children":['.repeat(depth)}{"type":"text","text":"x"}${"]}".repeat(depth)}]}}`;
  const html = `${"<div class='kg-x'>".repeat(50_000)}x`;
  const { all } = await read(
    { posts: [post({ html: "", lexical: deep }), post({ id: "p2", html })] },
    { as: "markdown" },
  );
  expect(all).toHaveLength(2);
});

it("fails a text that is too long, and takes prototypes, doubled and odd ids as plain data", async () => {
  const rows = [
    post({ id: "long", html: `\u0000${"x".repeat(3 * 1024 * 1024)}` }),
    post({ id: "__proto__", slug: "__proto__" }),
    post({ id: -5 }),
    post({ id: "__proto__" }),
    "no row",
    null,
  ];
  const { of, unread } = await read({ posts: rows, users: [{ id: "constructor", name: "C" }] });
  expect(of("post").map(({ source }) => source)).toEqual(["__proto__", "-5"]);
  expect(unread.map((each) => ("failed" in each ? each.failed : ""))).toEqual([
    expect.stringContaining("2 MiB"),
    expect.stringContaining("two records with the id __proto__"),
    "It has no id.",
    "It has no id.",
  ]);
});

it("drops a prototype in the file, and control characters in its texts", async () => {
  const path = fileOf(
    "x.json",
    `{"db":[{"meta":{"exported_on":1,"version":"5.0"},"data":{"__proto__":{"posts":[]},"posts":[{"id":"1","__proto__":{"status":"published"},"title":"a\\u0000b\\u001bc","status":"draft","html":"<p>x\\u0000</p>"}]}}]}`,
  );
  const { text } = await everything(ghostReader, path);
  expect(text("1")).toMatchObject({ status: "DRAFT", title: "abc", originalContent: "<p>x</p>" });
});

it.each([
  ["nothing", ""],
  ["another JSON", `{"posts":[]}`],
  ["a list", "[]"],
  ["XML", "<rss/>"],
  ["an export without content", `{"db":[{"meta":{"exported_on":1,"version":"5.0"},"data":{}}]}`],
  ["one that ends too early", `{"db":[{"meta":{"exported_on":1,"version":"5.0"},"data":{"posts":[{"id":"1"`],
])("refuses %s", async (_name, content) => {
  await expect(opened(ghostReader, fileOf("x.json", content))).rejects.toBeInstanceOf(AppError);
});

it("reads a post with 100,000 rows of tags in a time that grows with their number", async () => {
  const posts_tags = Array.from({ length: 100_000 }, (_, i) => ({ post_id: "p1", tag_id: `none-${i}`, sort_order: i }));
  const { cost, result } = await costOfWaiting(() => read({ posts: [post()], posts_tags, users: [] }));
  expect(result.of("post")).toHaveLength(1);
  expect(cost).toBeLessThan(2500);
});
