import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { madeZip } from "../../../../testing/made-zip";
import { everything, fileOf, opened } from "../testing-source";
import { ghostReader } from "./reader";

const folder = resolve("../shared/data/ghost");
const third = `${folder}/ghost-3-export.json`;
const sixth = `${folder}/ghost-6-made.json`;

type Export = { db: { data: Record<string, Record<string, unknown>[]> }[] };
const tablesOf = (path: string) => (JSON.parse(readFileSync(path, "utf8")) as Export).db[0]?.data ?? {};

describe.skipIf(!existsSync(folder))("Ghost samples", () => {
  it.each([third, sixth])("gives or leaves every record of %s", async (path) => {
    const read = await everything(ghostReader, path);
    const tables = tablesOf(path);
    const rows = (name: string) => tables[name] ?? [];
    const posts = rows("posts");
    expect(read.counted("post")).toBe(posts.filter(({ type }) => type !== "page").length);
    expect(read.counted("sheet")).toBe(posts.filter(({ type }) => type === "page").length);
    expect(read.counted("user")).toBe(rows("users").length);
    expect(read.counted("tag")).toBe(rows("tags").length);
    expect(read.counted("option")).toBe(rows("settings").length);
    expect(read.counted("comment")).toBe(rows("comments").length);
    const relations = [
      "posts",
      "posts_authors",
      "posts_meta",
      "posts_tags",
      "roles",
      "roles_users",
      "settings",
      "tags",
      "users",
    ];
    const others = Object.keys(tables).filter((name) => !relations.includes(name));
    const leftOf = (name: string) => read.left.find(({ what }) => what === name)?.count ?? 0;
    expect(others.map((name) => [name, leftOf(name)])).toEqual(others.map((name) => [name, rows(name).length]));
    expect(read.all).toHaveLength(read.source.total);
    // What the old site kept secret is nowhere in what was read.
    const secrets = [
      ...rows("api_keys"),
      ...rows("settings").filter(({ key }) => /secret|private_key/.test(String(key))),
    ]
      .flatMap(({ secret, value }) => [secret, value])
      .filter((each): each is string => typeof each === "string" && each.length > 20);
    const given = JSON.stringify([read.all, read.left]);
    for (const secret of secrets) expect(given).not.toContain(secret.slice(0, 20));
  });

  it("reads each trap of the export of Ghost 6", async () => {
    const { text, of, left } = await everything(ghostReader, sixth, { site: "https://old.example" });
    const id = (last: string) => `65f065f065f065f065f065${last}`;
    expect(text(id("f1"))).toMatchObject({
      thumbnail: "https://old.example/content/images/2024/03/tower.png",
      topPriority: 1,
      summary: "In short.",
      metaDescription: "For engines, longer",
      tags: [id("64"), id("65")],
      author: id("c8"),
      metas: {
        og_title: "For networks",
        meta_title: "For engines",
        feature_image_alt: "A tower",
        internal_tags: "#wide",
        co_authors: "Gus",
      },
      createTime: new Date("2024-03-02T09:00:00Z"),
      oldAddresses: ["/a-tower/"],
    });
    expect(text(id("f1")).originalContent).toBe(
      '<p>See <a href="https://old.example/second/">the second</a>.</p><figure class="kg-card kg-image-card kg-card-hascaption"><img src="https://old.example/content/images/2024/03/tower.png" class="kg-image" alt="Tower"><figcaption>The tower</figcaption></figure><figure><a href="https://example.net/">A bookmark</a></figure><div class="admonition admonition-note" role="note"><p>A callout</p></div>',
    );
    expect(text(id("f1")).warnings).toEqual(["Code for the page's head was dropped: <script>alert('head')</script>"]);
    expect(text(id("f2"))).toMatchObject({
      originalContent:
        '<h2>Heading</h2><p>Only in <strong>lexical</strong>.</p><pre><code class="language-js">a &lt; b</code></pre>',
      warnings: ["Cards were removed: 1 paywall."],
    });
    expect(text(id("f3"))).toMatchObject({
      status: "INTIMATE",
      originalContent: "<p>Open part</p><p>Members' part</p>",
    });
    expect(text(id("f4"))).toMatchObject({ status: "INTIMATE", warnings: [expect.stringContaining("paid only")] });
    expect(text(id("f5"))).toMatchObject({
      status: "PUBLISHED",
      originalContent: "<p>Everybody.</p><p>Everybody again.</p>",
    });
    expect(text(id("f5")).warnings).toEqual(["Parts that not every reader saw were cut out of it: 1."]);
    expect(text(id("f6"))).toMatchObject({ status: "DRAFT", createTime: new Date("2024-03-01T09:00:00Z") });
    expect(text(id("f7"))).toMatchObject({ status: "PUBLISHED", createTime: new Date("2099-01-01T09:00:00Z") });
    expect(text(id("f8"))).toMatchObject({ status: "INTIMATE", warnings: [expect.stringContaining("by mail only")] });
    expect(text(id("f9"))).toMatchObject({ kind: "sheet", slug: "about" });
    expect(text(id("fa"))).toMatchObject({ editorType: "MARKDOWN", originalContent: "# Hello\n\n- a\n- b\n" });
    expect(of("user")).toMatchObject([
      { username: "greta", role: "EDITOR", suspended: false, passwordHash: expect.stringMatching(/^\$2b\$04\$/) },
      { username: "gus", role: "AUTHOR", suspended: true },
    ]);
    expect(of("tag")).toMatchObject([{ color: "#aa3300", oldAddresses: ["/tag/towns/"] }, { name: "Sea" }]);
    expect(of("menu")).toMatchObject([
      { name: "Home", target: { address: "/" } },
      { name: "About", target: { address: "/about/" } },
    ]);
    expect(of("option").map(({ option, value }) => [option, value])).toEqual([
      ["site_title", "Old Ghost"],
      ["site_description", "Thoughts"],
    ]);
    expect(left).toContainEqual(expect.objectContaining({ what: "setting codeinjection_head", count: 1 }));
  });

  it("does with texts for members what somebody chooses", async () => {
    const statusOf = async (members: "draft" | "publish") => {
      const { of } = await everything(ghostReader, sixth, { members });
      return of("post").map(({ title, status }) => `${title}: ${status}`);
    };
    const published = await statusOf("publish");
    expect(published).toContain("For members: PUBLISHED");
    // Never on the site, whatever is chosen.
    expect(published).toContain("Mailed only: INTIMATE");
    expect(published).toContain("A draft: DRAFT");
    expect(await statusOf("draft")).toContain("For payers: DRAFT");
  });

  it("finds an export and its pictures in an archive", async () => {
    const data = readFileSync(sixth);
    const picture = readFileSync(`${folder}/content/images/2024/03/tower.png`);
    const zip = fileOf(
      "old.zip",
      madeZip([
        { name: "old/content/images/2024/03/tower.png", data: picture },
        { name: "old/export.json", data },
        { name: "package.json", data: "{}" },
      ]),
    );
    expect(await ghostReader.recognise(zip)).toBe("a Ghost export (6.5.0)");
    expect((await everything(ghostReader, zip)).of("post")).toHaveLength(9);
    const source = await opened(ghostReader, zip);
    expect((await source.media?.find("/content/images/2024/03/tower.png"))?.size).toBe(picture.length);
    await source.close();
  });

  it("recognises them by their words", async () => {
    expect(await ghostReader.recognise(third)).toBe("a Ghost export (3.0.0)");
    expect(await ghostReader.recognise(resolve("../shared/data/wordpress/small-made.xml"))).toBeNull();
    expect(await ghostReader.recognise(resolve("../shared/data/halo/halo-1.6-made.json"))).toBeNull();
  });
});
