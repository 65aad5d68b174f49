import { expect, it } from "vitest";
import { everything, fileOf } from "../testing-source";
import { wordpressReader } from "./reader";
import { author, type MadeItem, wxr } from "./testing-wxr";

const read = (items: readonly (MadeItem | string)[], channel?: string, choices = {}) =>
  everything(wordpressReader, fileOf("old.xml", wxr(items, channel)), choices);

it("takes every status, and makes a draft of one that it does not know", async () => {
  const statuses = ["publish", "draft", "auto-draft", "pending", "private", "trash", "future", "archived"];
  const { text } = await read(statuses.map((status, i) => ({ id: i + 1, status })));
  expect(statuses.map((_status, i) => text(String(i + 1)).status)).toEqual([
    "PUBLISHED",
    "DRAFT",
    "DRAFT",
    "DRAFT",
    "INTIMATE",
    "RECYCLE",
    "PUBLISHED",
    "DRAFT",
  ]);
  expect(text("7").warnings).toEqual(["It was planned for a date that has passed, and is published now."]);
  expect(text("8").warnings).toEqual(["Its status (archived) is not known, so it is a draft."]);
});

it("keeps a planned post planned, and makes a draft of one whose date cannot be read", async () => {
  const none = { date: "0000-00-00 00:00:00", gmt: "0000-00-00 00:00:00", modified: "0000-00-00 00:00:00" };
  const { text } = await read([
    { id: 1, status: "future", gmt: "2099-02-01 08:00:00" },
    { id: 2, status: "future", ...none },
  ]);
  expect(text("1")).toMatchObject({ status: "PUBLISHED", createTime: new Date("2099-02-01T08:00:00Z"), warnings: [] });
  expect(text("2")).toMatchObject({ status: "DRAFT", createTime: null });
});

it("skips an empty draft that WordPress made by itself", async () => {
  const { unread } = await read([{ id: 1, status: "auto-draft", title: "Auto Draft", content: "" }]);
  expect(unread).toMatchObject([{ kind: "post", source: "1", skipped: expect.stringContaining("empty draft") }]);
});

it("takes dates as they can be true", async () => {
  const { text } = await read([
    { id: 1, gmt: "2020-01-10 08:00:00", date: "2020-01-10 09:00:00" },
    { id: 2, gmt: "2020-07-10 08:00:00", date: "2020-07-10 10:00:00" },
    { id: 3, gmt: "0000-00-00 00:00:00", date: "2020-01-12 09:00:00" },
    { id: 4, gmt: "0000-00-00 00:00:00", date: "2020-07-12 09:00:00" },
    { id: 5, gmt: "2020-02-31 08:00:00", date: "20000-01-01 00:00:00", modified: "2021-01-01 00:00:00" },
    { id: 6, gmt: "1952-03-01 08:00:00", date: "1952-03-01 09:00:00" },
  ]);
  const times = ["1", "3", "4", "5", "6"].map((id) => text(id).createTime?.toISOString());
  expect(times).toEqual([
    "2020-01-10T08:00:00.000Z",
    "2020-01-12T08:00:00.000Z",
    "2020-07-12T07:00:00.000Z",
    "2021-01-01T00:00:00.000Z",
    "1952-03-01T08:00:00.000Z",
  ]);
  expect(text("5").warnings).toEqual(["Its date cannot be read; the date of its last change was taken."]);
});

it("takes local dates for UTC where no record shows how far the old site's clock was from it", async () => {
  const { text } = await read([{ gmt: "0000-00-00 00:00:00", date: "2020-01-12 09:00:00" }]);
  expect(text("1").createTime).toEqual(new Date("2020-01-12T09:00:00Z"));
});

it("orders the menu by its numbers, and keeps what leads to another window", async () => {
  const custom = (id: number, order: number, target = "") =>
    entry(
      id,
      { type: "custom", url: `/${id}`, target },
      { title: `E${id}`, more: `<wp:menu_order>${order}</wp:menu_order>` },
    );
  const { of } = await read([custom(1, 3), custom(2, 1, "_blank"), custom(3, 2)]);
  expect(of("menu").map(({ name, newWindow }) => [name, newWindow])).toEqual([
    ["E2", true],
    ["E3", false],
    ["E1", false],
  ]);
});

it("decodes titles and slugs, and counts no tag of a title", async () => {
  const { text } = await read([{ title: "A &amp; <em>b</em> &#8211; c", slug: "%e4%bd%a0%e5%a5%bd" }]);
  expect(text("1")).toMatchObject({ title: "A & b – c", slug: "你好" });
});

it("takes the slug before the bin, with both addresses", async () => {
  const { text } = await read([{ status: "trash", slug: "gone__trashed", link: "https://old.example/gone__trashed/" }]);
  expect(text("1")).toMatchObject({
    slug: "gone",
    recycledTime: null,
    oldAddresses: ["/gone__trashed/", "/gone/", "/?p=1"],
  });
});

it("names an author who is no account, and makes a login fit", async () => {
  const channel = `${author}<wp:author><wp:author_id>3</wp:author_id><wp:author_login>jane.doe@mail.example</wp:author_login><wp:author_email>jane.doe@mail.example</wp:author_email><wp:author_display_name></wp:author_display_name><wp:author_first_name>Jane</wp:author_first_name><wp:author_last_name>Doe</wp:author_last_name></wp:author><wp:author><wp:author_login>alice</wp:author_login></wp:author>`;
  const { of, unread, text } = await read(
    [{ creator: "somebody" }, { id: 2, creator: "jane.doe@mail.example" }],
    channel,
  );
  expect(of("user")).toMatchObject([
    { source: "alice", username: "alice", role: "AUTHOR", passwordHash: null },
    { source: "jane.doe@mail.example", username: "jane.doe", nickname: "Jane Doe" },
  ]);
  expect(unread).toMatchObject([{ kind: "user", failed: expect.stringContaining("two authors") }]);
  expect(text("1")).toMatchObject({ author: null, authorName: "somebody" });
  expect(text("2")).toMatchObject({ author: "jane.doe@mail.example", authorName: null });
});

const category = (nicename: string, parent: string, name: string, description = "") =>
  `<wp:category><wp:term_id>${nicename.length}</wp:term_id><wp:category_nicename>${nicename}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${name}</wp:cat_name><wp:category_description>${description}</wp:category_description></wp:category>`;

it("keeps two categories of one name, cuts loops of any length, and shortens descriptions", async () => {
  const ring = Array.from({ length: 5000 }, (_, i) => category(`r${i}`, `r${(i + 1) % 5000}`, `R${i}`)).join("");
  const channel =
    author +
    category("a", "", "News") +
    category("b", "a", "News", "word ".repeat(60)) +
    category("__proto__", "b", "P") +
    ring;
  const { of } = await read([], channel);
  const all = of("category");
  expect(all).toHaveLength(5003);
  expect(all.slice(0, 3)).toMatchObject([
    { source: "a", name: "News", parent: null },
    { source: "b", name: "News", parent: "a", warnings: ["Its description was cut to 100 characters."] },
    { source: "__proto__", parent: "b" },
  ]);
  expect(all[1]?.description.length).toBeLessThanOrEqual(100);
  expect(all.filter(({ parent }) => parent === null).map(({ source }) => source)).toEqual(["a", "r0"]);
});

it("makes tags and categories that only items name, of old files as well", async () => {
  const { of, text } = await read([
    {
      id: 1,
      terms: [
        ["category", "news", "News"],
        ["post_tag", "sea", "Sea"],
        ["post_format", "post-format-aside", "Aside"],
      ],
    },
    { id: 2, more: `<category>Old news</category><category domain="tag">Deep</category>` },
  ]);
  expect(of("category").map(({ slug, name }) => [slug, name])).toEqual([
    ["news", "News"],
    ["old-news", "Old news"],
  ]);
  expect(of("tag").map(({ slug }) => slug)).toEqual(["sea", "deep"]);
  expect(text("1")).toMatchObject({ categories: ["news"], tags: ["sea"], metas: { post_format: "aside" } });
  expect(text("2")).toMatchObject({ categories: ["old-news"], tags: ["deep"] });
});

it("leaves out custom fields that may hold what not every reader saw", async () => {
  const kept = { source: "a", mood: "b", author_note: "c" };
  const names = ["down_url", "start_down", "cao_downurl", "cao_pwd", "posts_zibpay", "hidden_content", "member_down"];
  const { text } = await read([
    { metas: { ...kept, ...Object.fromEntries(names.map((name) => [name, "https://files.example/paid.zip"])) } },
  ]);
  expect(text("1").metas).toEqual(kept);
  expect(text("1").warnings).toEqual([
    `Custom fields were left out, since they may hold what not every reader saw: ${names.join(", ")}.`,
  ]);
});

it("keeps a hundred custom fields, of a repeated one the first, and descriptions of three plugins", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`field${i}`, "x"]));
  const again = `<wp:postmeta><wp:meta_key>field0</wp:meta_key><wp:meta_value>second</wp:meta_value></wp:postmeta>`;
  const { text } = await read([
    { id: 1, metas: { ...many, _hidden: "x", _wp_page_template: "templates/wide.php" }, more: again },
    { id: 2, metas: { rank_math_description: "Rank", rank_math_focus_keyword: "a,b", _wp_page_template: "default" } },
    { id: 3, metas: { _aioseo_description: "Aio", php: 'a:1:{s:1:"x";i:1;}', _thumbnail_id: "99" } },
    { id: 4, more: `<wp:postmeta><wp:meta_key>__proto__</wp:meta_key><wp:meta_value>p</wp:meta_value></wp:postmeta>` },
  ]);
  expect(Object.keys(text("1").metas)).toHaveLength(100);
  expect(text("1")).toMatchObject({ metas: { field0: "x" }, template: "wide" });
  expect(text("1").warnings).toEqual(["20 custom fields were dropped: a record holds 100, with 60000 characters."]);
  expect(text("2")).toMatchObject({ metaDescription: "Rank", metaKeywords: "a,b", metas: {}, template: "" });
  const yoast = await read([{ metas: { _yoast_wpseo_metadesc: "Yoast", _yoast_wpseo_focuskw: "c" } }]);
  expect(yoast.text("1")).toMatchObject({ metaDescription: "Yoast", metaKeywords: "c", metas: {} });
  expect(text("3")).toMatchObject({ metaDescription: "Aio", metas: { php: 'a:1:{s:1:"x";i:1;}' }, thumbnail: "" });
  expect(text("3").warnings).toEqual(["Its picture (99) is not in the export."]);
  expect(Object.keys(text("4").metas)).toEqual([]);
});

it("answers for comments of every kind", async () => {
  const comments: MadeItem["comments"] = [
    { id: 1, approved: "1", type: "" },
    { id: 2, approved: "0", type: "comment", author: "", author_email: "no mail", author_url: "nothing" },
    { id: 3, approved: "post-trashed" },
    { id: 4, approved: "spam" },
    { id: 5, type: "trackback" },
    { id: 6, type: "order_note" },
    { id: 7, parent: 9, author: "x".repeat(60) },
    { id: 8, parent: 7, date_gmt: "2020-05-01 10:00:00" },
    { id: 9, parent: 8 },
    { id: 1, content: "Again" },
  ];
  const { of, unread, left, counted } = await read([
    { id: 1, comments },
    {
      id: 2,
      type: "attachment",
      comments: [{ id: 50 }],
      more: `<wp:attachment_url>https://old.example/a.png</wp:attachment_url>`,
    },
  ]);
  const byId = new Map(of("comment").map((each) => [each.source, each]));
  expect([...byId.keys()].sort()).toEqual(["1", "2", "3", "7", "8", "9"]);
  expect(byId.get("2")).toMatchObject({ status: "AUDITING", author: "Anonymous", email: "", authorUrl: "" });
  expect(byId.get("2")?.warnings).toHaveLength(2);
  expect(byId.get("3")?.status).toBe("RECYCLE");
  expect(byId.get("7")).toMatchObject({ author: "x".repeat(50), parent: "9" });
  // The loop of 7, 8 and 9 is cut at its oldest.
  expect(byId.get("8")).toMatchObject({ parent: null, warnings: [expect.stringContaining("led back")] });
  expect(unread).toMatchObject([{ kind: "comment", failed: expect.stringContaining("second") }]);
  expect(left.map(({ what, count }) => [what, count])).toEqual([
    ["spam comments", 1],
    ["trackbacks", 1],
    ["comments of the type order_note", 1],
    ["comments on attachments", 1],
  ]);
  expect(counted("comment")).toBe(11);
});

it("reads replies that go ten thousand deep", async () => {
  const comments = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, parent: i }));
  const { of } = await read([{ comments: comments.toReversed() }]);
  expect(of("comment").map(({ source }) => source)).toEqual(comments.map(({ id }) => String(id)));
});

const entry = (id: number, metas: Record<string, string>, more: Partial<MadeItem> = {}): MadeItem => ({
  id,
  type: "nav_menu_item",
  title: "",
  terms: [["nav_menu", "main", "Main"]],
  metas: Object.fromEntries(Object.entries(metas).map(([key, value]) => [`_menu_item_${key}`, value])),
  ...more,
});

it("takes the largest menu, its titles from what it leads to, and hangs entries on what is above", async () => {
  const { of, unread, left } = await read(
    [
      entry(10, { type: "post_type", object: "page", object_id: "1" }),
      entry(11, { type: "taxonomy", object: "category", object_id: "4", menu_item_parent: "10" }),
      entry(12, { type: "post_type", object: "product", object_id: "77", menu_item_parent: "10" }),
      entry(
        13,
        { type: "custom", object: "custom", url: "https://example.net/", menu_item_parent: "12" },
        { title: "Out &amp; about" },
      ),
      entry(14, { type: "custom", url: "/x" }, { terms: [["nav_menu", "small", "Small"]] }),
      { id: 1, type: "page", title: "Home page" },
    ],
    author + category("news", "", "News"),
  );
  expect(of("menu")).toMatchObject([
    { source: "10", name: "Home page", target: { kind: "sheet", source: "1" }, parent: null },
    { source: "11", name: "News", target: { kind: "category", source: "news" }, parent: "10" },
    { source: "13", name: "Out & about", target: { address: "https://example.net/" }, parent: "10" },
  ]);
  expect(unread).toMatchObject([{ kind: "menu", source: "12", skipped: expect.stringContaining("product 77") }]);
  expect(left).toMatchObject([{ what: "menu Small", kind: "menu", count: 1 }]);
});

it("shows no title of a hidden text in a menu, and no entry that was not saved", async () => {
  const leadsTo = (object_id: string) => ({ type: "post_type", object: "page", object_id });
  const { of, unread, left } = await read([
    entry(10, leadsTo("1")),
    entry(11, leadsTo("2"), { title: "Named by its owner" }),
    entry(12, leadsTo("3")),
    entry(13, leadsTo("4"), { status: "draft" }),
    { id: 1, type: "page", title: "Thrown away", status: "trash" },
    { id: 2, type: "page", title: "Private", status: "private" },
    { id: 3, type: "page", title: "With a password", more: "<wp:post_password>secret</wp:post_password>" },
    { id: 4, type: "page", title: "Open" },
  ]);
  expect(of("menu")).toMatchObject([{ source: "11", name: "Named by its owner" }]);
  expect(unread.map(({ source }) => source)).toEqual(["10", "12"]);
  expect(left).toMatchObject([{ what: "entries of menus that were not saved", count: 1 }]);
});

it("puts no reusable block into a text that its old site did not show", async () => {
  const block = (id: number, more: Partial<MadeItem>): MadeItem => ({
    id,
    type: "wp_block",
    content: `Block ${id}.`,
    ...more,
  });
  const { text } = await read([
    { id: 1, content: [2, 3, 4, 5].map((ref) => `<!-- wp:block {"ref":${ref}} /-->`).join("") },
    block(2, {}),
    block(3, { status: "trash" }),
    block(4, { status: "draft" }),
    block(5, { more: "<wp:post_password>secret</wp:post_password>" }),
  ]);
  expect(text("1").originalContent).toContain("Block 2.");
  expect(text("1").originalContent).not.toMatch(/Block [345]/);
});

it("knows the old addresses of a site below a path", async () => {
  const file = wxr([{ link: "https://old.example/blog/hello/", terms: [["post_tag", "sea", "Sea"]] }]).replace(
    "<wp:base_blog_url>https://old.example<",
    "<wp:base_blog_url>https://old.example/blog/<",
  );
  const { source, text, of } = await everything(wordpressReader, fileOf("old.xml", file));
  expect(source.site).toBe("https://old.example/blog");
  expect(text("1").oldAddresses).toEqual(["/blog/hello/", "/blog/?p=1"]);
  expect(of("tag")[0]?.oldAddresses).toEqual(["/blog/tag/sea"]);
});

it("reads prefixes of any name by their namespace, and files that declare none", async () => {
  const renamed = wxr([{ title: "Renamed" }])
    .replaceAll("wp:", "w:")
    .replaceAll(":wp=", ":w=");
  expect((await everything(wordpressReader, fileOf("a.xml", renamed))).text("1").title).toBe("Renamed");
  const bare = wxr([{ title: "Bare" }]).replace(/ xmlns:\w+="[^"]*"/g, "");
  expect((await everything(wordpressReader, fileOf("b.xml", bare))).text("1").title).toBe("Bare");
});

it("reads what Squarespace writes: no addresses but the link, no types, CDATA here and there", async () => {
  const file = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title><link>https://s.example</link><item><title>One</title><link>/blog/one</link><content:encoded>&lt;p&gt;Text&lt;/p&gt;</content:encoded><wp:post_id>1</wp:post_id><wp:post_name>one</wp:post_name></item></channel></rss>`;
  const { source, text } = await everything(wordpressReader, fileOf("s.xml", file));
  expect(source).toMatchObject({ site: "https://s.example", hosts: { site: ["s.example"] } });
  expect(text("1")).toMatchObject({
    kind: "post",
    originalContent: "<p>Text</p>",
    oldAddresses: ["/blog/one", "/?p=1"],
  });
});
