import { writeFileSync } from "node:fs";
import { asc, eq } from "drizzle-orm";
import { generate } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { attachments, comments, posts, sheets, tags, users } from "../../../../db/schema";
import { type Actor, visitor } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { anAdmin, system } from "../../../testing/actors";
import { aSourceFile } from "../../../testing/foreign-source";
import { madeZip } from "../../../testing/made-zip";
import { aPng } from "../../../testing/pictures";
import { freshDatabase, stored } from "../../../testing/setup";
import { logIn } from "../../accounts/sign-in/mutations";
import { listLinks } from "../../links/queries";
import { listMenus } from "../../menus/queries";
import { setOptions } from "../../options/mutations";
import { listCategories } from "../../taxonomy/categories/queries";
import { getPostAtAddress, listPublicPosts, unlockPost } from "../../writing/posts/queries";
import type { ImportKind } from "../records";
import { post as aGhostPost } from "../readers/ghost/testing-export";
import { author, wxr } from "../readers/wordpress/testing-wxr";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { runImport } from "./running";
import type { importChoices } from "./schema";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

async function take(
  kind: ImportKind,
  name: string,
  content: string | object,
  more: Partial<z.input<typeof importChoices>> = {},
) {
  const path = aSourceFile(typeof content === "string" ? content : JSON.stringify(content), name);
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(system, { kind, sha256, choices: { path, ...more } });
  const report = await runImport(system, id);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  return report;
}

const ghost = (data: object) => ({ db: [{ meta: { exported_on: 1_795_168_800_000, version: "6.5.0" }, data }] });

let count = 0;
const signIn = (username: string, more: { authcode?: string } = {}) =>
  logIn({ ...visitor, ip: `198.51.100.${(count += 1)}` }, { username, password, ...more }).then(
    () => "signed in",
    (error: unknown) => (error instanceof AppError ? (error.extra.reason ?? error.code) : error),
  );
const password = "old secret word";
/** As systems with cheap hashes store it. */
const passwordHash = "$2a$04$0VTt.X0qyfu5.8RBI.i8lOi0nwsvNVynAA9wB.W2wlAFooLiacUNO";
const accountOf = async (username: string) =>
  (await stored().select().from(users).where(eq(users.username, username)))[0];

describe("what is stored of WordPress", () => {
  const picture = (alt: string) => ({
    id: 30,
    type: "attachment",
    title: "The harbour",
    excerpt: "Seen from the pier",
    metas: { _wp_attachment_image_alt: alt },
    more: "<wp:attachment_url>https://old.example/wp-content/uploads/2020/05/harbour.png</wp:attachment_url>",
  });

  it("is a text with its cover, its names and its place in time", async () => {
    const media = aSourceFile("", "uploads.zip");
    writeFileSync(media, madeZip([{ name: "wp-content/uploads/2020/05/harbour.png", data: await aPng() }]));
    const writer = author.replace("</wp:author>", "<wp:author_description>Sails.</wp:author_description></wp:author>");
    const content = '<img class="wp-image-30" src="https://old.example/wp-content/uploads/2020/05/harbour-10x10.png">';
    const file = wxr(
      [
        picture("Boats at anchor"),
        { id: 1, content, metas: { _thumbnail_id: "30", _wp_page_template: "templates/wide.php" } },
        { id: 2, status: "draft", slug: "", title: "No name yet", more: "<wp:post_password>word</wp:post_password>" },
        { id: 3, status: "trash", slug: "gone__trashed" },
        { id: 4, type: "page", parent: 5, slug: "team", more: "<wp:comment_status>closed</wp:comment_status>" },
        { id: 5, type: "page", slug: "about" },
        { id: 6, more: "<wp:is_sticky>1</wp:is_sticky>", content: `${"word ".repeat(300)}<!--more-->rest` },
      ],
      writer,
    );
    await take("wordpress", "old.xml", file, { media });
    const [kept] = await stored().select().from(attachments);
    expect(kept).toMatchObject({ name: "The harbour.png", altText: "Boats at anchor", caption: "Seen from the pier" });
    const rows = await stored().select().from(posts).orderBy(asc(posts.id));
    const [first, draft, gone, pinned] = rows;
    expect(first).toMatchObject({ template: "wide", createTime: new Date("2020-05-04T08:00:00Z") });
    expect([first?.thumbnail, first?.originalContent]).toEqual([
      expect.stringMatching(/^\/uploads\/.*\/the-harbour\.png$/),
      expect.stringMatching(/alt="Boats at anchor" class="wp-image-30" src="\/uploads\//),
    ]);
    const shown = await getPostAtAddress(visitor, { slug: "post-1" });
    expect(shown.post?.metas).toMatchObject([{ key: "feature_image_alt", value: "Boats at anchor" }]);
    expect(draft).toMatchObject({ status: "DRAFT", slug: "no-name-yet", password: "word", publishedTime: null });
    expect(gone).toMatchObject({ status: "RECYCLE", slug: "gone" });
    expect(Date.now() - Number(gone?.recycledTime)).toBeLessThan(60_000);
    expect(pinned?.topPriority).toBe(1);
    expect(pinned?.summary).toMatch(/^(?:word ){90,99}word…?$/);
    expect(await stored().select().from(sheets).orderBy(asc(sheets.id))).toMatchObject([
      { slug: "team", disallowComment: true },
      { slug: "about", disallowComment: false },
    ]);
    expect(await accountOf("alice")).toMatchObject({
      role: "AUTHOR",
      nickname: "Alice",
      email: "alice@old.example",
      description: "Sails.",
      passwordHash: null,
    });
  });

  it("is files as old as the text that shows them, and none from times to come", async () => {
    const media = aSourceFile("", "content.zip");
    const names = ["old", "soon"];
    const data = await Promise.all([aPng(10, 10), aPng(20, 10)]);
    writeFileSync(
      media,
      madeZip(names.map((name, i) => ({ name: `wp-content/uploads/${name}.png`, data: data[i] ?? "" }))),
    );
    const shows = (name: string) => `<img src="https://old.example/wp-content/uploads/${name}.png">`;
    await take(
      "wordpress",
      "old.xml",
      wxr([
        { id: 1, content: shows("old") },
        { id: 2, content: shows("soon"), status: "future", gmt: "2099-01-01 00:00:00" },
      ]),
      { media },
    );
    const [old, soon] = await stored().select().from(attachments).orderBy(asc(attachments.id));
    expect(old).toMatchObject({
      folder: expect.stringMatching(/^2020\/05\//),
      createTime: new Date("2020-05-04T08:00:00Z"),
    });
    expect(Number(soon?.createTime)).toBeLessThanOrEqual(Date.now());
  });

  it("is a conversation below its text, by accounts and by strangers", async () => {
    const replies: Record<string, string | number>[] = [
      {
        id: 1,
        author: "Ann",
        author_email: "ann@example.net",
        author_url: "https://ann.example",
        author_IP: "192.0.2.7",
      },
      { id: 2, parent: 1, user_id: 2, content: "An <em>answer</em>" },
      { id: 3, approved: "0", parent: 2 },
    ];
    await take("wordpress", "old.xml", wxr([{ id: 1, comments: replies }]));
    const alice = await accountOf("alice");
    expect(await stored().select().from(comments).orderBy(asc(comments.id))).toMatchObject([
      {
        author: "Ann",
        email: "ann@example.net",
        authorUrl: "https://ann.example",
        ipAddress: "192.0.2.7",
        isAdmin: false,
      },
      { userId: alice?.id, isAdmin: true, parentId: 1, content: "An *answer*", status: "PUBLISHED" },
      { parentId: 2, status: "AUDITING" },
    ]);
  });

  it("is read of exports of the first version: no authors, categories by name, no kinds of comments", async () => {
    const old = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.0/"><channel><title>Old</title><link>http://old.example</link><wp:wxr_version>1.0</wp:wxr_version><wp:category><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category><item><title>First</title><link>http://old.example/?p=1</link><dc:creator>admin</dc:creator><category><![CDATA[News]]></category><category domain="category" nicename="news"><![CDATA[News]]></category><content:encoded><![CDATA[Text]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_date>2007-03-01 10:00:00</wp:post_date><wp:post_date_gmt>2007-03-01 09:00:00</wp:post_date_gmt><wp:post_name>first</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_author>Ann</wp:comment_author><wp:comment_date_gmt>2007-03-02 09:00:00</wp:comment_date_gmt><wp:comment_content>Hi</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>0</wp:comment_parent></wp:comment></item></channel></rss>`;
    const report = await take("wordpress", "old.xml", old);
    expect(report.kinds).toMatchObject({ post: { imported: 1 }, comment: { imported: 1 }, category: { imported: 1 } });
    const { post } = await getPostAtAddress(visitor, { slug: "first" });
    expect(post).toMatchObject({
      createTime: new Date("2007-03-01T09:00:00Z"),
      categories: [{ name: "News" }],
      metas: [{ key: "original_author", value: "admin" }],
    });
  });
});

describe("what is stored of Ghost", () => {
  const user = (id: string, more: object) => ({
    id,
    name: `N ${id}`,
    slug: id,
    email: `${id}@old.example`,
    status: "active",
    password: passwordHash,
    ...more,
  });
  const text = (id: string, more: object = {}) => ({ ...aGhostPost(), id, slug: id, title: id, ...more });

  it("is accounts that sign in with their passwords, unless they could not there", async () => {
    await take(
      "ghost",
      "ghost.json",
      ghost({
        posts: [text("one")],
        users: [user("ann", {}), user("bob", { status: "inactive" }), user("cleo", { status: "locked" })],
        roles: [{ id: "r", name: "Owner" }],
        roles_users: [{ user_id: "ann", role_id: "r" }],
      }),
    );
    expect(await accountOf("ann")).toMatchObject({ role: "EDITOR", suspended: false });
    expect(await Promise.all(["ann", "bob", "cleo"].map((name) => signIn(name)))).toEqual([
      "signed in",
      expect.not.stringMatching("signed in"),
      expect.not.stringMatching("signed in"),
    ]);
  });

  it("is tags in their order, with colours, and texts that share an address with a page", async () => {
    const tag = (id: string, more: object = {}) => ({ id, name: id, slug: id, visibility: "public", ...more });
    await take(
      "ghost",
      "ghost.json",
      ghost({
        posts: [text("one"), text("two", { slug: "one", type: "page", custom_template: "custom-wide" })],
        tags: [tag("a"), tag("b", { accent_color: "#aa3300" }), tag("c"), tag("h", { name: "#h" })],
        posts_tags: ["c", "h", "a", "b"].map((tag_id, sort_order) => ({ post_id: "one", tag_id, sort_order })),
      }),
    );
    const { post } = await getPostAtAddress(visitor, { slug: "one" });
    expect(post?.tags.map(({ name }) => name)).toEqual(["c", "a", "b"]);
    expect(post?.metas).toMatchObject([{ key: "internal_tags", value: "#h" }]);
    expect((await stored().select().from(tags).where(eq(tags.name, "b")))[0]?.color).toBe("#aa3300");
    expect(await stored().select().from(sheets)).toMatchObject([{ slug: "one", template: "wide" }]);
  });

  it("is the site's title where it still has its own default, and a planned post in its time", async () => {
    const settings = [
      { key: "title", value: "Old Ghost" },
      { key: "description", value: "Thoughts" },
    ];
    await setOptions(system, { items: [{ key: "site_title", value: "Mine" }] });
    const planned = text("next", { status: "scheduled", published_at: "2099-01-01T09:00:00.000Z" });
    const report = await take("ghost", "ghost.json", ghost({ posts: [text("one"), planned], settings }));
    expect(report.records.filter(({ kind }) => kind === "option").map(({ title, reason }) => [title, reason])).toEqual([
      ["site_title", "the site has a value of its own"],
    ]);
    expect(report.kinds.option).toMatchObject({ imported: 1, skipped: 1 });
    expect((await listPublicPosts(visitor, {})).items.map(({ slug }) => slug)).toEqual(["one"]);
  });
});

describe("what is stored of Halo", () => {
  const halo = (tables: object) => ({ version: "1.6.0", export_date: 1e12, options: [], posts: [], ...tables });

  it("is an account that keeps its second factor, and signs in with the password alone only where it had none", async () => {
    const mfaKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const account = (id: number, username: string, more: object) => ({
      id,
      username,
      nickname: username,
      email: `${username}@old.example`,
      password: passwordHash,
      mfaType: "NONE",
      ...more,
    });
    await take(
      "halo",
      "halo.json",
      halo({
        user: [
          account(1, "plain", {}),
          account(2, "secured", { mfaType: "TFA_TOTP", mfaKey }),
          account(3, "broken", { mfaType: "TFA_TOTP", mfaKey: "no key" }),
        ],
      }),
    );
    expect(await signIn("plain")).toBe("signed in");
    expect(await signIn("secured")).toBe("mfa_required");
    expect(await signIn("secured", { authcode: await generate({ secret: mfaKey }) })).toBe("signed in");
    expect(await signIn("broken")).not.toBe("signed in");
    const row = await accountOf("secured");
    expect(row?.mfaKey).not.toContain(mfaKey);
    expect(row?.role).toBe("EDITOR");
  });

  it("is categories, links and menus in the order that they had there", async () => {
    const rows = [3, 1, 2].map((priority, i) => ({
      id: i + 1,
      name: `${["c", "b", "a"][i]}`,
      slug: `s${priority}`,
      url: `https://e.org/${priority}`,
      priority,
    }));
    await take("halo", "halo.json", halo({ categories: rows, links: rows, menus: rows }));
    const order = ["b", "a", "c"];
    expect((await listCategories(system, {})).map(({ name }) => name)).toEqual(order);
    expect((await listLinks(system, {})).items.map(({ name }) => name)).toEqual(order);
    expect((await listMenus(system, {})).map(({ name }) => name)).toEqual(order);
  });

  it("is a private text behind the form of its category's password, in no list", async () => {
    await take(
      "halo",
      "halo.json",
      halo({
        categories: [{ id: 1, name: "Locked", slug: "locked", password: "category word" }],
        posts: [
          {
            id: 1,
            title: "Hidden",
            slug: "hidden",
            status: "INTIMATE",
            originalContent: "Text of it",
            createTime: 1e12,
          },
        ],
        post_categories: [{ postId: 1, categoryId: 1 }],
      }),
    );
    const stranger = (more: Partial<Actor> = {}): Actor => ({ ...visitor, ip: "198.51.100.200", ...more });
    expect((await listPublicPosts(visitor, {})).total).toBe(0);
    const { post } = await getPostAtAddress(stranger(), { slug: "hidden" });
    expect([post?.locked, JSON.stringify(post).includes("Text of it")]).toEqual([true, false]);
    const { proofs } = await unlockPost(stranger(), { slug: "hidden", password: "category word" });
    const opened = await getPostAtAddress(stranger({ unlocks: proofs }), { slug: "hidden" });
    expect(opened.post?.content).toContain("Text of it");
  });
});
