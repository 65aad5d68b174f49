import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { everything } from "../testing-source";
import { wordpressReader } from "./reader";

const folder = resolve("../shared/data/wordpress");
const small = `${folder}/small-made.xml`;
const theme = `${folder}/themeunittestdata.xml`;

/** How often something stands in a file, found in a cruder way than the reader's. */
const count = (path: string, pattern: RegExp): number => (readFileSync(path, "utf8").match(pattern) ?? []).length;
const typed = (path: string, type: string) => count(path, new RegExp(`post_type>(?:<!\\[CDATA\\[)?${type}\\b`, "g"));
/** The number of terms that the file lists, or only names in items. */
function slugs(path: string, field: string, domain: string): number {
  const text = readFileSync(path, "utf8");
  const listed = text.matchAll(new RegExp(`<wp:${field}>(?:<!\\[CDATA\\[)?([^<\\]]+)`, "g"));
  const named = text.matchAll(new RegExp(`<category domain="${domain}" nicename="([^"]+)"`, "g"));
  return new Set([...listed, ...named].map(([, slug]) => slug)).size;
}

describe.skipIf(!existsSync(folder))("WordPress samples", () => {
  it.each([small, theme])("gives or leaves every record of %s", async (path) => {
    const read = await everything(wordpressReader, path);
    expect(read.counted("post")).toBe(typed(path, "post"));
    expect(read.counted("sheet")).toBe(typed(path, "page"));
    expect(read.counted("attachment")).toBe(typed(path, "attachment"));
    expect(read.counted("menu")).toBe(typed(path, "nav_menu_item"));
    expect(read.counted("comment")).toBe(count(path, /<wp:comment>/g));
    expect(read.counted("user")).toBe(count(path, /<wp:author>/g));
    expect(read.counted("category")).toBe(slugs(path, "category_nicename", "category"));
    expect(read.counted("tag")).toBe(slugs(path, "tag_slug", "post_tag"));
    const others = read.left.filter(({ kind, what }) => kind === null && !what.startsWith("taxonomy"));
    const items = ["post", "sheet", "attachment", "menu"] as const;
    const known = items.reduce((sum, kind) => sum + read.counted(kind), 0);
    expect(known + others.reduce((sum, each) => sum + each.count, 0)).toBe(count(path, /<item>/g));
    expect(read.all).toHaveLength(read.source.total);
    expect(read.ended).toBeNull();
  });

  it("gives the records in their order, comments behind their text", async () => {
    const { all } = await everything(wordpressReader, theme);
    const order = ["user", "category", "tag", "attachment", "text", "menu", "option"];
    const places = all.map(({ kind }) => order.indexOf(["post", "sheet", "comment"].includes(kind) ? "text" : kind));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    let text = "";
    const known = new Set<string>();
    const misplaced: string[] = [];
    for (const each of all) {
      if (each.kind === "post" || each.kind === "sheet") text = each.source;
      if (each.kind !== "comment" || !("target" in each)) continue;
      if (each.target.source !== text || (each.parent !== null && !known.has(each.parent))) misplaced.push(each.source);
      known.add(each.source);
    }
    expect(misplaced).toEqual([]);
    expect(known.size).toBe(29);
  });

  it("reads each trap of the small file", async () => {
    const read = await everything(wordpressReader, small);
    expect(read.of("user").map(({ nickname }) => nickname)).toEqual(["Alice A.", "Bob & sons"]);
    const categories = new Map(read.of("category").map((each) => [each.slug, each]));
    expect(categories.get("local")).toMatchObject({
      parent: "news",
      oldAddresses: ["/category/news/local", "/?cat=11"],
    });
    expect(categories.get("新闻")).toMatchObject({ name: "新闻", parent: null });
    expect(categories.get("lost")).toMatchObject({ parent: null, warnings: [expect.stringContaining("not-there")] });
    const first = read.text("101");
    expect(first).toMatchObject({
      author: "alice",
      topPriority: 1,
      metas: { mood: "calm" },
      metaDescription: "A description for search engines.",
      thumbnail: "https://old.example/wp-content/uploads/2020/05/harbour.png",
      oldAddresses: ["/2020/05/first-light/", "/?p=101"],
      createTime: new Date("2020-05-04T08:00:00Z"),
    });
    expect(first.summary).toBe(
      "Classic text without a single tag. A second line of the same paragraph. The harbour at dawn",
    );
    expect(first.originalContent).toContain(
      "<p>Classic text without a single tag.<br>\nA second line of the same paragraph.</p>",
    );
    expect(first.originalContent).toContain('<figure class="align-center"><a href=');
    expect(first.originalContent).toContain("</a><figcaption>The harbour at dawn</figcaption>");
    expect(first.originalContent).toContain("<pre>one\n\ntwo</pre>");
    expect(first.originalContent).toContain("A split ]]> stands here.");
    expect(first.originalContent).not.toContain("more");
    const second = read.text("102");
    expect(second).toMatchObject({ summary: "An excerpt of its own.", author: "bob" });
    expect(second.originalContent).toContain("This stands in several posts.");
    expect(second.originalContent).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
    expect(second.originalContent).not.toContain("wp:");
    expect(second.warnings).toEqual([
      "Blocks that WordPress fills itself were removed: latest-posts.",
      "Shortcodes that are not known stay as text: contact-form-7.",
    ]);
    expect(read.text("103")).toMatchObject({ slug: "你好", oldAddresses: ["/2020/07/你好/", "/?p=103"] });
    expect(read.text("104").status).toBe("INTIMATE");
    expect(read.text("105")).toMatchObject({ status: "PUBLISHED", password: "opensesame" });
    // The zone is that of the neighbours, and not of the record with times that cannot both be true.
    expect(read.text("106")).toMatchObject({ status: "DRAFT", slug: "", createTime: new Date("2020-08-01T08:00:00Z") });
    expect(read.text("107")).toMatchObject({ status: "DRAFT", warnings: [expect.stringContaining("pending")] });
    expect(read.text("108")).toMatchObject({
      status: "RECYCLE",
      slug: "thrown-away",
      recycledTime: new Date(1_600_000_000_000),
    });
    expect(read.text("109")).toMatchObject({ status: "PUBLISHED", createTime: new Date("2099-01-01T08:00:00Z") });
    expect(read.text("114")).toMatchObject({ kind: "sheet", disallowComment: true });
    expect(read.text("115")).toMatchObject({
      metas: { parent: "about" },
      oldAddresses: ["/about/team/", "/?page_id=115"],
    });
    expect(read.text("115").originalContent.match(/<figure>/g)).toHaveLength(2);
    const comments = new Map(read.of("comment").map((each) => [each.source, each]));
    expect(comments.get("1")?.content).toBe("A **root** with [a link](https://example.net).");
    expect(comments.get("2")).toMatchObject({ parent: "1", user: "alice", isAdmin: true });
    expect(comments.get("4")?.status).toBe("AUDITING");
    expect(comments.get("5")?.status).toBe("RECYCLE");
    expect(comments.get("8")).toMatchObject({ parent: null, warnings: [expect.stringContaining("999")] });
    expect(read.of("menu")).toMatchObject([
      { name: "About", target: { kind: "sheet", source: "114" }, parent: null },
      { name: "Elsewhere", target: { address: "https://example.net/" }, parent: "150", newWindow: true },
    ]);
    expect(read.left.map(({ what, count: number }) => `${what} ${number}`).sort()).toEqual([
      "pingbacks 1",
      "product 1",
      "spam comments 1",
      "taxonomy mood 1",
      "wp_block 1",
      "wp_global_styles 1",
    ]);
    expect(read.source.suggestions()).toMatchObject([{ option: "post_permalink", value: "/{yyyy}/{mm}/{slug}" }]);
  });

  it("takes over a type, a taxonomy and pingbacks where somebody asks for them", async () => {
    const choices = { types: { product: "sheet" as const }, taxonomies: ["mood"], pingbacks: true };
    const read = await everything(wordpressReader, small, choices);
    expect(read.text("160")).toMatchObject({ kind: "sheet", title: "A product" });
    expect(read.text("101").tags).toEqual(["sea", "calm"]);
    expect(read.of("comment").map(({ source }) => source)).toContain("7");
    expect(read.all).toHaveLength(read.source.total);
  });

  it("recognises both", async () => {
    expect(await wordpressReader.recognise(small)).toBe("a WordPress export (WXR 1.2)");
    expect(await wordpressReader.recognise(theme)).toBe("a WordPress export (WXR 1.2)");
    expect(await wordpressReader.recognise(resolve("../shared/data/ghost/ghost-6-made.json"))).toBeNull();
  });

  it("gives Markdown where somebody asks for it", async () => {
    const read = await everything(wordpressReader, small, { as: "markdown" });
    expect(read.text("101")).toMatchObject({ editorType: "MARKDOWN" });
    expect(read.text("102").warnings).toContain("removed on display: 1 script");
    expect(read.text("101").originalContent).toContain("[the second](https://old.example/2020/06/second/)");
    expect(read.text("101").originalContent).toContain("<figcaption>The harbour at dawn</figcaption>");
  });
});
