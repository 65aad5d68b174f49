import type { Root } from "mdast";
import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { gatherAdmonitions } from "./admonitions";
import { render } from "./render";
import { MOST_ADDRESSES } from "./source";

const markdown = (originalContent: string) => render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
const richText = (originalContent: string) => render({ editorType: "RICHTEXT", originalContent, keepRaw: false });
const htmlOf = async (text: string) => (await markdown(text)).html;

describe("which text is rendered", () => {
  const source = { editorType: "MARKDOWN" as const, originalContent: "*a*", content: "<b onclick=x>b</b>" };

  it("is the given HTML, sanitised, when it is to be kept", async () =>
    expect((await render({ ...source, keepRaw: true })).html).toBe("<b>b</b>"));

  it("is the source otherwise", async () => {
    expect((await render({ ...source, keepRaw: false })).html).toBe("<p><em>a</em></p>");
    expect((await render({ ...source, content: undefined, keepRaw: true })).html).toBe("<p><em>a</em></p>");
    expect((await render({ ...source, editorType: "RICHTEXT", keepRaw: false })).html).toBe("*a*");
  });
});

describe("GitHub's Markdown", () => {
  it("has tables, in a box that scrolls", async () => {
    const html = await htmlOf("| a | b |\n|---|--:|\n| 1 | 2 |");
    expect(html).toMatch(
      /^<div class="table-scroll" tabindex="0"><table>[^]*<th class="align-right">b<\/th>[^]*<\/table><\/div>$/,
    );
  });

  it("has strikethrough and plain addresses as links", async () =>
    expect(await htmlOf("~~old~~ https://a.example www.b.example c@d.example")).toBe(
      '<p><del>old</del> <a href="https://a.example">https://a.example</a> <a href="http://www.b.example">www.b.example</a> <a href="mailto:c@d.example">c@d.example</a></p>',
    ));

  it("has task lists whose checkboxes are named by their words", async () =>
    expect(await htmlOf("- [ ] buy *milk*\n- [x] done\n\n  more")).toContain(
      '<li class="task-list-item">\n<p><label><input type="checkbox" disabled> buy <em>milk</em></label></p>\n</li>\n<li class="task-list-item">\n<p><label><input type="checkbox" checked disabled> done</label></p>\n<p>more</p>\n</li>',
    ));

  it("reads the task lists of the rich text editor the same way", async () => {
    const { html } = await richText(
      '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div><p>milk</p></div></li></ul>',
    );
    expect(html).toBe(
      '<ul class="contains-task-list"><li class="task-list-item"><p><label><input type="checkbox" checked disabled> milk</label></p></li></ul>',
    );
  });

  it("has footnotes that lead there and back and stay out of the text", async () => {
    const { html, text, toc } = await markdown("One[^a] two.\n\n[^a]: The *note*.");
    expect(html).toContain('<sup><a href="#t-fn-a" id="t-fnref-a" data-footnote-ref="" role="doc-noteref">1</a></sup>');
    expect(html).toContain('<section data-footnotes="" class="footnotes" role="doc-endnotes">');
    expect(html).toContain('<li id="t-fn-a">');
    expect(html).toContain(
      '<a href="#t-fnref-a" data-footnote-backref="" aria-label="↩ 1" class="data-footnote-backref" role="doc-backlink">↩</a>',
    );
    expect(text).toBe("One two. The note.");
    expect(toc).toEqual([]);
  });

  it("has alerts", async () =>
    expect(await htmlOf("> [!WARNING]\n> Hot.")).toBe(
      '<div class="admonition admonition-warning" role="note">\n<p>Hot.</p>\n</div>',
    ));
});

describe("pictures", () => {
  const img = (name: string) => `<img src="/${name}.jpg" alt="${name}" loading="lazy" decoding="async">`;

  it("alone in a paragraph have their titles as captions, which are found", async () => {
    const { html, text } = await markdown('![boat](/boat.jpg "Ours")');
    expect(html).toBe(`<figure>${img("boat")}<figcaption>Ours</figcaption></figure>`);
    expect(text).toBe("Ours");
    expect((await richText('<p><img src="/boat.jpg" alt="boat" title="Ours"></p>')).html).toBe(html);
  });

  it.each(["wide", "small", "left", "right"])("stand where their address ends: %s", async (place) =>
    expect(await htmlOf(`a\n\n![boat](/boat.jpg#${place})\n\nb`)).toBe(
      `<p>a</p>\n<figure class="${place}">${img("boat")}</figure>\n<p>b</p>`,
    ),
  );

  it("on lines of their own are a gallery", async () =>
    expect(await htmlOf('![a](/a.jpg "One")\n![b](/b.jpg)')).toBe(
      `<div class="gallery"><figure>${img("a")}<figcaption>One</figcaption></figure><figure>${img("b")}</figure></div>`,
    ));

  it.each(["![a](/a.jpg)", "![a](/a.jpg) ![b](/b.jpg)", 'Text ![a](/a.jpg "One")', "![a](/a.jpg#top)"])(
    "stay in their paragraph otherwise: %s",
    async (text) => expect(await htmlOf(text)).toMatch(/^<p>[^]*<\/p>$/),
  );
});

describe("files", () => {
  const at = "/uploads/2026/11/0123456789abcdef";

  it("alone in a paragraph are a block, and their name no prose", async () => {
    const { html, text, excerpt } = await markdown(`Read on.\n\n[tides.pdf](${at}/tides.pdf)`);
    expect(html).toBe(`<p>Read on.</p>\n<p class="file"><a href="${at}/tides.pdf">tides.pdf</a></p>`);
    expect([text, excerpt]).toEqual(["Read on. tides.pdf", "Read on."]);
  });

  it.each([
    ["video", "metadata", "mp4 m4v webm mov"],
    ["audio", "none", "mp3 m4a ogg opus wav flac aac"],
  ])("alone in a paragraph are played: %s", async (tagName, preload, ends) => {
    for (const end of ends.split(" "))
      expect(await htmlOf(`[The *bell*](${at}/bell.${end})\n\n[Bell](${at}/bell.${end})`)).toBe(
        `<p><a href="${at}/bell.${end}">The <em>bell</em></a></p>\n` +
          `<figure><${tagName} src="${at}/bell.${end}" controls preload="${preload}"></${tagName}>` +
          `<figcaption><a href="${at}/bell.${end}">Bell</a></figcaption></figure>`,
      );
  });

  it.each([
    `[a](${at}/a.pdf) and more`,
    `[a](${at}/a.pdf) [b](${at}/b.pdf)`,
    "[a](/about)",
    "[a](https://example.org/a.mp4)",
    `![a](${at}/a.pdf)`,
  ])("stay in their paragraph otherwise: %s", async (text) => expect(await htmlOf(text)).toMatch(/^<p>[^]*<\/p>$/));

  it("are played a hundred times in a text, with films and sounds written as HTML; further ones are links", async () => {
    const films = '<video src="/a.mp4"></video><audio><source src="/b.mp3"></audio><video></video>'.repeat(33);
    const { html } = await markdown(`${films}\n\n${`[b](${at}/b.mp4)\n\n`.repeat(4)}${films}`);
    expect(html.match(/<(?:video|audio)/g)).toHaveLength(100);
    expect(html.match(/<p class="file">/g)).toHaveLength(3);
    expect(html.match(/<a href="\/b.mp3">\/b.mp3<\/a>/g)).toHaveLength(33);
    expect((await richText(html)).html).toBe(html);
  });

  it("are the same when their HTML is rendered again", async () => {
    const { html } = await markdown(`[a](${at}/a.pdf)\n\n[b](${at}/b.mp4)`);
    expect((await richText(html)).html).toBe(html);
  });
});

describe("admonitions between colons", () => {
  it("may have a title and any content", async () =>
    expect(await htmlOf("before\n:::info[提示 `x`]\n- a\n- b\n:::\nafter")).toBe(
      '<p>before</p>\n<div class="admonition admonition-info" role="note">\n<p class="admonition-title">提示 <code>x</code></p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</div>\n<p>after</p>',
    ));

  it("may stand inside each other and in lists", async () => {
    expect(await htmlOf("::::note\n:::tip\nx\n:::\n::::")).toBe(
      '<div class="admonition admonition-note" role="note">\n<div class="admonition admonition-tip" role="note">\n<p>x</p>\n</div>\n</div>',
    );
    expect(await htmlOf("1. a\n\n   :::note\n   b\n   :::\n2. c")).toContain(
      '<div class="admonition admonition-note" role="note">\n<p>b</p>\n</div>\n</li>',
    );
  });

  it("cost no more than their lines, however many and however they match", () => {
    const lines = (...texts: string[]) =>
      ({
        type: "root",
        children: Array.from({ length: 50_000 }, (_, i) => ({
          type: "paragraph",
          children: [{ type: "text", value: texts[i % texts.length] ?? "" }],
        })),
      }) as Root;
    const roots = [[":::note", ":::"], [":::note"], [":::"], ["::::note", ":::"], [":::note", ":::note", ":::"]].map(
      (texts) => lines(...texts),
    );
    const { cost } = costOf(() => {
      for (const root of roots) gatherAdmonitions(root);
    });
    expect(cost).toBeLessThan(3000);
    expect(roots.map(({ children }) => children.length)).toEqual([25_000, 50_000, 50_000, 50_000, 33_334]);
  });

  it("are left alone in code, when unknown and when not closed", async () => {
    expect(await htmlOf("```\n:::note\n:::\n```")).toContain(":::note\n:::\n");
    expect(await htmlOf(":::tabs\nx\n:::")).not.toContain("admonition");
    expect(await htmlOf(":::note\nx")).toBe("<p>:::note</p>\n<p>x</p>");
  });
});

describe("headings", () => {
  it("have ids in their own script, anchors, and make the table of contents", async () => {
    const { html, toc } = await markdown("# Top\n## 你好，世界 *x*\n### `a` & b[^1]\n##### five\n\n[^1]: n");
    expect(html).toContain(
      '<h2 id="t-你好世界-x">你好，世界 <em>x</em><a class="anchor" href="#t-你好世界-x" aria-hidden="true" tabindex="-1"></a></h2>',
    );
    expect(toc).toEqual([
      { id: "t-top", text: "Top", depth: 1 },
      { id: "t-你好世界-x", text: "你好，世界 x", depth: 2 },
      { id: "t-a--b", text: "a & b", depth: 3 },
    ]);
    expect(html).toContain('<h5 id="t-five">');
  });

  it("have different ids when they have the same text, or text that is an id already", async () => {
    const { toc } = await markdown('## A\n\n## A\n\n<p id="a-2">x</p>\n\n## A\n\n## !!!\n\n<h2 id="own">Own</h2>');
    expect(toc.map(({ id }) => id)).toEqual(["t-a", "t-a-1", "t-a-3", "t-section", "t-own"]);
  });

  it("are where links within the text lead; other fragments belong to the page", async () => {
    expect(await htmlOf("[x](#t-foo) [y](#Foo) [z](#标题) [c](#comments) [t](#)\n\n## Foo\n\n## 标题")).toContain(
      '<a href="#t-foo">x</a> <a href="#t-foo">y</a> <a href="#t-标题">z</a> <a href="#comments">c</a> <a href="#">t</a>',
    );
    expect(await htmlOf("[x](#t-foo)\n\n## T foo")).toContain('<a href="#t-t-foo">x</a>');
  });

  it("may be marked by old anchors", async () =>
    expect(await htmlOf('<a name="old"></a>\n\n[x](#old)')).toBe(
      '<p><a id="t-old"></a></p>\n<p><a href="#t-old">x</a></p>',
    ));
});

describe("pictures and preformatted text", () => {
  it("load when they come into view and always have an alternative text", async () => {
    expect(await htmlOf('Text ![a](/b.png "c")')).toBe(
      '<p>Text <img src="/b.png" alt="a" title="c" loading="lazy" decoding="async"></p>',
    );
    expect(await htmlOf('<img src="/b.png">')).toBe('<img src="/b.png" loading="lazy" decoding="async" alt="">');
  });

  it("keep their line breaks and can be scrolled by keyboard", async () =>
    expect((await richText("<pre>\n\n a\n</pre>")).html).toBe('<pre tabindex="0">\n\n a\n</pre>'));
});

describe("deep nesting", () => {
  const depthOf = (html: string, tag: string) => html.split(`<${tag}`).length - 1;

  it("becomes text where no article goes", async () => {
    const rich = await richText(`${"<div>".repeat(1_000)}x<b>y</b>`);
    expect(depthOf(rich.html, "div")).toBe(100);
    expect(rich.text).toBe("xy");
    const quotes = await markdown(`${">".repeat(500)} x *y*`);
    expect(depthOf(quotes.html, "blockquote")).toBeLessThanOrEqual(100);
    expect(quotes.text).toBe("x y");
  });

  it("is refused where no parser goes", async () =>
    expect(richText("<div>".repeat(100_000))).rejects.toMatchObject({
      code: "invalid",
      extra: { errors: [{ code: "too_complex" }] },
    }));
});

it("is refused where its HTML is much longer than any text", async () => {
  await expect(markdown("<".repeat(800_000))).rejects.toMatchObject({
    code: "invalid",
    extra: { errors: [{ field: "originalContent", code: "too_complex" }] },
  });
  expect((await markdown("<".repeat(600_000))).html.length).toBeGreaterThan(3_000_000);
});

it("is refused where it has more elements than browsers show within seconds", async () => {
  const refusal = { extra: { errors: [{ field: "originalContent", code: "too_complex" }] } };
  await expect(richText("<br>".repeat(100_001))).rejects.toMatchObject(refusal);
  expect((await richText("<br>".repeat(90_000))).html).toMatch(/^<br>/);
  await expect(markdown("- a\n".repeat(25_001))).rejects.toMatchObject(refusal);
  await expect(richText(`<p>${"<sup>a</sup>".repeat(33_334)}</p>`)).rejects.toMatchObject(refusal);
  await expect(markdown("# a\n".repeat(25_001))).rejects.toMatchObject(refusal);
});

it("is refused where it leads to more addresses than are noted while a text is stored", async () => {
  const links = (count: number) => Array.from({ length: count }, (_, i) => `[](/archives/${i})`).join(" ");
  await expect(markdown(links(MOST_ADDRESSES + 1))).rejects.toMatchObject({
    code: "invalid",
    extra: { errors: [{ field: "originalContent", code: "too_many_links" }] },
  });
  const { addresses } = await markdown(`${links(MOST_ADDRESSES)} ${links(MOST_ADDRESSES)}`);
  expect(addresses).toHaveLength(MOST_ADDRESSES);
});

it("is refused where it only names as many uploads, such as in code, since these are noted as well", async () => {
  const upload = (i: number) => `/uploads/2026/11/${String(i).padStart(16, "0")}/a.png`;
  const named = (count: number) => Array.from({ length: count }, (_, i) => upload(i)).join("\n");
  await expect(markdown(`\`\`\`\n${named(MOST_ADDRESSES + 1)}\n\`\`\``)).rejects.toMatchObject({
    code: "invalid",
    extra: { errors: [{ field: "originalContent", code: "too_many_links" }] },
  });
  // Whatever leads to one names it.
  const both = `![](${upload(0)})\n\n\`\`\`\n${named(MOST_ADDRESSES)}\n\`\`\``;
  expect((await markdown(both)).html).toContain(upload(MOST_ADDRESSES - 1));
});

describe("the excerpt", () => {
  const excerptOf = async (text: string) => (await markdown(text)).excerpt;

  it("is made of paragraphs: no heading, cell, code, list, caption, title of a note or mark of a footnote is in it", async () => {
    const text = [
      "# Heading",
      "First *words*, `in line`.[^1]",
      "| cell |\n|---|\n| value |",
      "```js\nconst code = 1;\n```",
      "    indented code",
      "> Quoted.",
      "- item\n- item",
      "1. counted\n\n2. counted",
      '<figure><img src="/a.png" alt=""><figcaption>Caption</figcaption></figure>',
      "<details><summary>More</summary>\n\nHidden\n\n</details>",
      ":::note Title\nNoted.\n:::",
      "## Another",
      "Last words.",
      "[^1]: Footnote.",
    ].join("\n\n");
    expect(await excerptOf(text)).toBe("First words, in line. Quoted. Noted. Last words.");
  });

  it("is the same of the HTML that came of it, and of text that stands in no element", async () => {
    const once = await markdown("# A\n\nB.[^1]\n\n- c\n\n:::tip T\nD.\n:::\n\n[^1]: E.");
    expect((await richText(once.html)).excerpt).toBe(once.excerpt);
    expect((await richText("Bare <b>words</b><br>and more<h2>not this</h2><div>In a box</div>")).excerpt).toBe(
      "Bare words and more In a box",
    );
  });

  it("is empty where nothing is a paragraph", async () => expect(await excerptOf("# Only\n\n- a\n- list")).toBe(""));
});

it("a text whose HTML opens formatting again and again is refused, before its tree is made", async () => {
  const bomb = `<p>${Array.from({ length: 1000 }, (_, i) => `<b id=${i}>`).join("")}${"<p>x</p>".repeat(4000)}`;
  // Its tree would have four million elements.
  await expect(markdown(bomb)).rejects.toMatchObject({ code: "invalid" });
});

it("a link saves a file by the name that its server gives", async () => {
  const saved = '<p><a href="/feed.json" download>feed</a></p>';
  expect((await richText('<p><a href="/feed.json" download="bill.html">feed</a></p>')).html).toBe(saved);
  expect((await markdown('<a href="/feed.json" download=bill.html>feed</a>')).html.trim()).toBe(saved);
  expect((await richText(saved)).html).toBe(saved);
});

it("code hides nothing of what is copied from it, and keeps the order in which it is seen", async () => {
  const hidden = [
    '<b class="sr-only">bold</b>',
    "<ruby>word<rp>bracket</rp><rt>sound</rt></ruby>",
    "<details><summary>sum</summary>fold</details>",
    '<video src="/a.mp4">film</video><audio src="/a.mp3">tone</audio>',
    '<bdo dir="rtl">back</bdo><i dir="rtl">turned</i><a class="anchor" href="/b">link</a>',
  ].join("");
  const seen =
    '<pre tabindex="0"><code><b>bold</b>wordbracketsoundsumfoldfilmtoneback<i>turned</i><a href="/b">link</a></code></pre>';
  expect((await richText(`<pre><code>${hidden}</code></pre>`)).html).toBe(seen);
  expect((await markdown(`<pre><code>${hidden}</code></pre>`)).html).toBe(seen);
  // A wide figure begins left of its code, where nothing scrolls to.
  const moved =
    '<figure class="wide">a</figure><p><img src="/b.png#wide" title="b" alt="b"></p><table class="x"><tr><td class="line">c</td></tr></table>';
  const { html } = await richText(`<pre>${moved}</pre>`);
  expect(html).toBe('<pre tabindex="0">a<a href="/b.png#wide">\nb</a>\nc</pre>');
  expect((await richText(html)).html).toBe(html);
  const inLine =
    '<b class="sr-only">bold</b><ruby>word<rt>sound</rt></ruby><bdo dir="rtl">back</bdo><i dir="rtl">turned</i>';
  for (const name of ["code", "kbd", "samp"]) {
    const line = `<p>a <${name}><b>bold</b>wordsoundback<i>turned</i></${name}></p>`;
    expect((await richText(`<p>a <${name}>${inLine}</${name}></p>`)).html).toBe(line);
    expect((await markdown(`a <${name}>${inLine}</${name}>`)).html.trim()).toBe(line);
  }
  // Nor is it hidden itself: a button that is seen copies it.
  for (const name of ["pre", "kbd", "samp"]) {
    const { html: shown } = await richText(`<p>a</p><${name} class="sr-only" dir="rtl">b</${name}>`);
    expect(shown).toBe(`<p>a</p><${name}${name === "pre" ? ' tabindex="0"' : ""}>b</${name}>`);
  }
  // The same elsewhere stays.
  expect((await richText(`<p>${hidden}</p>`)).html).toContain('<b class="sr-only">bold</b><ruby>');
  // Only a heading's link to itself is unseen.
  expect((await richText('<p>a<a class="anchor" href="/b">b</a></p>')).html).toBe('<p>a<a href="/b">b</a></p>');
  const formula = '<code class="language-math">x % unseen</code>';
  expect((await richText(`<pre>a <b>${formula}</b></pre>`)).html).toBe(`<pre tabindex="0">a <b>${formula}</b></pre>`);
  expect((await richText(`<p><kbd>a <b>${formula}</b></kbd></p>`)).html).toBe(`<p><kbd>a <b>${formula}</b></kbd></p>`);
});

it("code is read in the lines in which it is copied, whatever its author makes them of", async () => {
  const code = (html: string) => `<pre tabindex="0"><code>${html}</code></pre>`;
  for (const [given, lines] of [
    ["rm -r old<br>/* all else stays */", "rm -r old\n/* all else stays */"],
    ["a<br><br>b<br>", "a\n\nb"],
    ["<div>a</div><div>b</div>c", "a\nb\nc"],
    ["a<ul><li>b</li><li><p>c</p></li></ul>d<hr>e", "a\nb\nc\nd\ne"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>d", "a\tb\nc\nd"],
    ['a<h2 id="h">b</h2><pre>c</pre>d', "a\nb\nc\nd"],
    ['<span class="line">a</span>b', "<span>a</span>b"],
    ["<font>a</font><b>b</b><wbr>c<q>d</q>", "a<b>b</b><wbr>cd"],
    [
      'a <img src="/b.png" alt=" --dry-run"><img src="/c.png">',
      'a <a href="/b.png">--dry-run</a><a href="/c.png">/c.png</a>',
    ],
    ['a<img src="data:image/png;base64,AAAA" alt="b">', "a<a>b</a>"],
    [
      'a<iframe src="https://www.youtube.com/embed/x"></iframe>b',
      'a<a href="https://www.youtube.com/embed/x">https://www.youtube.com/embed/x</a>b',
    ],
  ] as const) {
    expect((await richText(`<pre><code>${given}</code></pre>`)).html).toBe(code(lines));
    expect((await richText(code(lines))).html).toBe(code(lines));
  }
  // Marked lines are those of the whole block.
  const marked = (await markdown("```js {1}\na\nb\n```")).html;
  expect(marked).toContain('<span class="line">');
  expect((await richText(marked)).html).toBe(marked);
  expect((await richText("<p>a<br>b <code>c<br>d</code></p>")).html).toBe("<p>a<br>b <code>c<br>d</code></p>");
});

it("code holds no unseen sign that turns its order over, since readers copy it as they read it", async () => {
  const said = "tide \u202e; high\u2066 #\u200f x\u061c";
  const seen = "tide ; high # x";
  expect((await markdown(`\`${said}\` \u202ewords`)).html.trim()).toBe(`<p><code>${seen}</code> \u202ewords</p>`);
  expect((await markdown(`\`\`\`\n${said}\n\`\`\``)).html).toContain(`${seen}\n</code>`);
  expect((await richText(`<p><kbd>tide &#x202e;<b>; high&#x2066;</b> # x</kbd></p>`)).html).toBe(
    "<p><kbd>tide <b>; high</b> # x</kbd></p>",
  );
});

it("code holds no sign that acts where it is copied to, and a carriage return is a line that one sees", async () => {
  expect((await richText("<pre>echo a # b&#13;c&#8;&#27;[201~&#127;\td&#x2028;e</pre>")).html).toBe(
    '<pre tabindex="0">echo a # b\nc[201~\td\ne</pre>',
  );
  expect((await markdown("a <code>b&#13;c</code> `d\u001b`")).html.trim()).toBe(
    "<p>a <code>b\nc</code> <code>d</code></p>",
  );
  expect((await richText("<p>a&#13;b</p>")).html).toBe("<p>a&#xD;b</p>");
});

it("code holds no sentence of unseen signs, and keeps those that scripts and emoji need", async () => {
  const tags = "rm -r ~".replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  for (const hidden of [tags, "\u200b", "\u2060\u2064", "\u3164", "\u00ad", "\u{e0101}\u{e01ef}", "\ufe00", "\ufeff"])
    expect((await markdown(`\`a${hidden}b\` ${hidden}c`)).html.trim()).toBe(`<p><code>ab</code> ${hidden}c</p>`);
  const needed = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f468}\u200d\u{1f4bb} \u2764\ufe0f";
  expect((await richText(`<pre>${needed}</pre>`)).html).toBe(`<pre tabindex="0">${needed}</pre>`);
});

it("code has the parts of a table in the order in which they are copied", async () => {
  const rows = (...names: string[]) => names.map((name) => `<tr><td>${name}</td></tr>`).join("");
  const table = `<tfoot>${rows("a")}</tfoot><tbody>${rows("b")}</tbody><thead>${rows("c")}</thead>`;
  const { html } = await richText(`<pre><table>${table}<caption>d</caption></table></pre>`);
  expect(html).not.toMatch(/<(?:caption|tfoot|thead)/);
  expect(html.replace(/<[^>]*>/g, "")).toBe("a\nb\nc\nd");
  expect((await richText(`<table>${table}</table>`)).html).toContain("<tfoot><tr><td>a</td></tr></tfoot>");
});
