import { describe, expect, it } from "vitest";
import { render } from "./render";

const htmlOf = async (originalContent: string) =>
  (await render({ editorType: "MARKDOWN", originalContent, keepRaw: false })).html;
const link = (address: string, words = address) => `<a href="${address}">${words}</a>`;

describe("strikethrough", () => {
  it("has one tilde or two on both sides, never three", async () => {
    expect(await htmlOf("~a~ ~~b~~ ~~~c~~~ ~d~~ e ~ f")).toBe("<p><del>a</del> <del>b</del> ~~~c~~~ ~d~~ e ~ f</p>");
    expect(await htmlOf("*a ~b* c~")).toBe("<p><em>a ~b</em> c~</p>");
  });
});

describe("addresses in plain text", () => {
  it.each([
    ["http://a.b/c_d_e.", `${link("http://a.b/c_d_e")}.`],
    ["(http://a.b/(c))", `(${link("http://a.b/(c)")})`],
    ["**https://x.y**", `<strong>${link("https://x.y")}</strong>`],
    ["见http://a.b 好", `见${link("http://a.b")} 好`],
    ["www.a.b/?c=d", link("http://www.a.b/?c=d", "www.a.b/?c=d")],
    ["xwww.a.b ftp://a.b http:// a.b http://a.b_c", "xwww.a.b ftp://a.b http:// a.b http://a.b_c"],
    ["a@b.c. mailto:a@b.c a@b.c_", `${link("mailto:a@b.c", "a@b.c")}. ${link("mailto:a@b.c", "mailto:a@b.c")} a@b.c_`],
    ["[a http://x.y b@c.de](d)", link("d", "a http://x.y b@c.de")],
    ["`http://a.b`", "<code>http://a.b</code>"],
  ])("%s", async (text, html) => expect(await htmlOf(text)).toBe(`<p>${html}</p>`));
});

describe("footnotes", () => {
  it("are numbered by their first mention, and the first definition counts", async () => {
    const html = await htmlOf("[^b] [^A]\n\n[^a]: one [^b]\n[^b]: two\n\n    more\n\n[^b]: three");
    expect(html).toMatch(/<li id="t-fn-b">\n<p>two<\/p>\n<p>more[^]*<li id="t-fn-a">\n<p>one/);
    expect(html).not.toContain("three");
  });

  it("are words where they are not defined", async () =>
    expect(await htmlOf("[^a] [^b c]")).toBe("<p>[^a] [^b c]</p>"));
});

describe("tables", () => {
  it("end where another block begins", async () => {
    for (const block of ["# b", "> b", "- b", "<b>"])
      expect((await htmlOf(`| a |\n| - |\n${block}`)).split("<td").length).toBe(1);
  });

  it("have cells with escaped bars, and as many as the head", async () =>
    expect(await htmlOf("|a|b|\n|-|-|\n|`c\\|d`|\n|1|2|3|")).toMatch(
      /<td><code>c\|d<\/code><\/td>\n<td><\/td>[^]*<td>1<\/td>\n<td>2<\/td>\n<\/tr>/,
    ));

  it("are headings where a line of hyphens has no bar", async () => expect(await htmlOf("| a\n---")).toMatch(/^<h2/));
});

describe("a task's box", () => {
  it("is none without words, and comes before a link of that name", async () => {
    expect(await htmlOf("- [ ]\n- [ ]a")).toBe("<ul>\n<li>[ ]</li>\n<li>[ ]a</li>\n</ul>");
    expect(await htmlOf("[x]: y\n\n- [x] a")).toContain('<input type="checkbox" checked disabled> a');
  });
});
