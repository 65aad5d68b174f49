import { expect, it } from "vitest";
import { costOf } from "../../../../testing/cost";
import { TextTooLong } from "./blocks";
import { contentOf } from "./content";

const files = new Map([
  ["5", { address: "https://old.example/a.png", alt: "A", caption: "One & two" }],
  ["6", { address: "https://old.example/b.jpg", alt: "", caption: "" }],
  ["7", { address: "https://old.example/c.mp3", alt: "", caption: "Song" }],
]);
const blocks = new Map([
  ["1", "<!-- wp:paragraph --><p>Reused.</p><!-- /wp:paragraph -->"],
  ["2", 'x<!-- wp:block {"ref":3} /-->'],
  ["3", 'y<!-- wp:block {"ref":2} /-->'],
]);

function converted(text: string) {
  const warnings: string[] = [];
  const context = {
    file: (id: string) => files.get(id),
    filesOf: () => ["5", "6", "7"],
    reusable: (id: string) => blocks.get(id) ?? null,
    postId: "1",
    isPublic: true,
  };
  return { ...contentOf(text, context, warnings), warnings };
}
const html = (text: string) => converted(text).html;

it.each([
  ["One.\n\nTwo.", "<p>One.</p>\n<p>Two.</p>"],
  ["One.\r\nTwo.\r\n\r\n\r\n\r\nThree.", "<p>One.<br>\nTwo.</p>\n<p>Three.</p>"],
  ["One.<br />\nTwo.", "<p>One.<br />\nTwo.</p>"],
  ["<div>One</div>\nTwo", "<div>One</div>\n<p>Two</p>"],
  ["<div>\n\nOne\n\nTwo\n\n</div>", "<div><p>One</p>\n<p>Two</p>\n</div>"],
  ["<blockquote>One\n\nTwo</blockquote>", "<blockquote><p>One</p>\n<p>Two</p>\n</blockquote>"],
  ["<ul>\n<li>One</li>\n<li>Two</li>\n</ul>", "<ul><li>One</li>\n<li>Two</li>\n</ul>"],
  ["<h2>Head</h2>\nText", "<h2>Head</h2>\n<p>Text</p>"],
  ["<p>One\n\nTwo</p>", "<p>One</p>\n<p>Two</p>"],
  ["<pre>a\n\nb</pre>\nText", "<pre>a\n\nb</pre>\n<p>Text</p>"],
  ["<script>\n\nif (a < b) x();\n\n</script>", "<p><script>\n\nif (a < b) x();\n\n</script></p>"],
  ['<a title="a\n\nb" href="/x">One</a>', '<p><a title="a\n\nb" href="/x">One</a></p>'],
  ["<table>\n<tr>\n<td>One</td>\n</tr>\n</table>", "<table><tr><td>One</td>\n</tr>\n</table>"],
  ["One\n<hr />\nTwo", "<p>One</p>\n<hr />\n<p>Two</p>"],
  ["<strong>One\n\nTwo</strong>", "<p><strong>One</p>\n<p>Two</strong></p>"],
  ["   \n\n  ", ""],
])("makes paragraphs as WordPress does: %j", (text, expected) => {
  expect(html(text)).toBe(expected);
});

it("makes players and links of addresses that are alone in their line", () => {
  expect(html("See\n\nhttps://youtu.be/abc_1\n\nand")).toContain(
    '<p><iframe src="https://www.youtube-nocookie.com/embed/abc_1" allowfullscreen></iframe></p>',
  );
  expect(html("https://example.net/x?a=1&amp;b=2")).toBe(
    '<p><a href="https://example.net/x?a=1&amp;b=2">https://example.net/x?a=1&amp;b=2</a></p>',
  );
  expect(html("see https://youtu.be/abc")).toBe("<p>see https://youtu.be/abc</p>");
  expect(html("[embed]https://vimeo.com/123[/embed]")).toContain("https://player.vimeo.com/video/123");
});

it("takes the marks of blocks away and keeps what stands between them", () => {
  const text =
    '<!-- wp:heading {"level":3} -->\n<h3>A</h3>\n<!-- /wp:heading -->\n\n<!-- wp:my-plugin/box -->\n<div>B</div>\n<!-- /wp:my-plugin/box -->';
  expect(html(text)).toBe("<h3>A</h3>\n\n\n<div>B</div>".replace("\n\n\n", "\n\n"));
});

it("leaves alone what only looks like a mark of a block, a shortcode or a line break", () => {
  const title = '<a title="<!-- wp:rss /--> [gallery]" href="/">x</a>';
  expect(html(`<!-- wp:paragraph --><p>${title}</p><!-- /wp:paragraph -->`)).toBe(`<p>${title}</p>`);
  expect(html("<script>var a = '[gallery] <!-- wp:rss /-->';</script>")).toContain("'[gallery] <!-- wp:rss /-->'");
});

it("puts reused blocks in their places, cuts loops, and says what is missing", () => {
  expect(html('<!-- wp:block {"ref":1} /-->')).toBe("<p>Reused.</p>");
  const loop = converted('<!-- wp:block {"ref":2} /--><!-- wp:block {"ref":99} /-->');
  expect(loop.html).toBe("xy");
  expect(loop.warnings).toEqual(["Reusable blocks are missing or contain themselves: 2, 99."]);
});

it("refuses reused blocks that multiply", () => {
  const many = '<!-- wp:block {"ref":1} /-->'.repeat(40_000);
  expect(() => html(many)).toThrow(TextTooLong);
});

it("makes players, links and pictures of blocks that have no text of their own", () => {
  expect(
    html(
      '<!-- wp:core-embed/youtube {"url":"https://youtu.be/abc"} --><figure><div>\nhttps://youtu.be/abc\n</div><figcaption>Film</figcaption></figure><!-- /wp:core-embed/youtube -->',
    ),
  ).toBe(
    '<figure><iframe src="https://www.youtube-nocookie.com/embed/abc" allowfullscreen></iframe><figcaption>Film</figcaption></figure>',
  );
  expect(html('<!-- wp:embed {"url":"https://example.net/a"} /-->')).toBe(
    '<figure><a href="https://example.net/a">https://example.net/a</a></figure>',
  );
  expect(html('<!-- wp:social-link {"url":"https://example.net/me","service":"mastodon"} /-->')).toBe(
    '<li><a href="https://example.net/me">mastodon</a></li>',
  );
  expect(
    html(
      '<!-- wp:cover {"url":"https://old.example/a.png","hasParallax":true} --><div style="background-image:url(x)"><p>Hi</p></div><!-- /wp:cover -->',
    ),
  ).toContain('<img src="https://old.example/a.png" alt="">');
});

it("ends the teaser at <!--more-->, and makes a line of <!--nextpage-->", () => {
  expect(converted("One <b>two</b>.\n\n<!--more Go on-->\n\nThree.\n\n<!--nextpage-->\n\nFour.")).toMatchObject({
    teaser: "One two.",
    html: "<p>One <b>two</b>.</p>\n<p>Three.</p>\n<hr>\n<p>Four.</p>",
  });
  expect(
    converted(
      "<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><!-- wp:more --><!--more--><!-- /wp:more --><p>B</p>",
    ),
  ).toMatchObject({
    teaser: "A",
    html: "<p>A</p><p>B</p>",
  });
});

it("makes figures of captions and galleries", () => {
  expect(
    html('[caption id="x" align="alignleft" width="10"]<img src="/a.png" alt=""> One <em>two</em>[/caption]'),
  ).toBe('<figure class="align-left"><img src="/a.png" alt=""><figcaption>One <em>two</em></figcaption>\n</figure>');
  expect(html('[caption caption="Old"]<img src="/a.png">[/caption]')).toContain("<figcaption>Old</figcaption>");
  expect(html('[gallery ids="6,5"]')).toMatch(/b\.jpg[^]*a\.png[^]*One &amp; two/);
  expect(html("[gallery]")).not.toContain("mp3");
  expect(converted('[gallery ids="5,99"]').warnings).toEqual(["Files that it shows are not in the export: 99."]);
});

it("gives pictures without alternative text that of the library", () => {
  const picture = (attributes: string) => `<p><img ${attributes}></p>`;
  expect(html(picture('class="alignleft wp-image-5" src="/a.png" alt=""'))).toBe(
    picture('class="alignleft wp-image-5" src="/a.png" alt="A"'),
  );
  expect(html(picture('src="/a.png" class="wp-image-5"'))).toBe(picture('alt="A" src="/a.png" class="wp-image-5"'));
  for (const attributes of [
    'class="wp-image-5" alt="Its own"',
    'class="wp-image-6" alt=""',
    'class="wp-image-99"',
    'class="not-wp-image-5"',
    'title="wp-image-5"',
  ])
    expect(html(picture(attributes))).toBe(picture(attributes));
});

it("puts reused blocks into each other five deep, and no deeper", () => {
  const chain = (id: string) => `${id}<!-- wp:block {"ref":${Number(id) + 1}} /-->`;
  const warnings: string[] = [];
  const context = { file: () => undefined, filesOf: () => [], reusable: chain, postId: "1", isPublic: true };
  expect(contentOf('<!-- wp:block {"ref":1} /-->', context, warnings).html).toBe("12345");
  expect(warnings).toEqual(["Reusable blocks are missing or contain themselves: 6."]);
});

it("makes players of audio, video and playlist", () => {
  expect(html('[audio src="/a.mp3"]')).toBe('<p><audio controls src="/a.mp3"></audio></p>');
  expect(html('[video width="1" mp4="/a.mp4" poster="/p.png"][/video]')).toContain(
    '<video controls src="/a.mp4" poster="/p.png"></video>',
  );
  expect(html("[playlist]")).toBe(
    '<figure><audio controls src="https://old.example/c.mp3"></audio><figcaption>Song</figcaption>\n</figure>',
  );
});

it("keeps code as it is, whatever it holds", () => {
  expect(html('[code lang="PHP"]\nif ($a < 1) {\n\n  [gallery] <b> &lt;i&gt;\n}\n[/code]')).toBe(
    '<pre><code class="language-php">if ($a &lt; 1) {\n\n  [gallery] &lt;b&gt; &lt;i&gt;\n}</code></pre>',
  );
  expect(html("[sourcecode language='js']<script>[/sourcecode]\n\nText")).toBe(
    '<pre><code class="language-js">&lt;script&gt;</code></pre>\n<p>Text</p>',
  );
  expect(html("[code]never ends")).toBe("<p>[code]never ends</p>");
});

it("shows an escaped shortcode, and names those that it does not know", () => {
  expect(html("[[gallery ids=1]] and [[x]]")).toBe("<p>[gallery ids=1] and [x]</p>");
  expect(converted('[contact-form-7 id="1"] [vc_row][/vc_row] [sic] [1] [caption]no end')).toMatchObject({
    html: '<p>[contact-form-7 id="1"] [vc_row][/vc_row] [sic] [1] [caption]no end</p>',
    warnings: ["Shortcodes that are not known stay as text: contact-form-7, vc_row."],
  });
});

const MEGABYTE = 1_000_000;
const filled = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length));

it.each([
  ["brackets", filled("[")],
  ["openings", filled("[a ")],
  ["quotes in openings", filled('[a b="')],
  ["quotes across openings", filled('[a " b="')],
  ["names that equal", filled("[a=")],
  ["captions without end", filled("[caption]")],
  ["ends without beginning", filled("[caption]") + filled("[/embed]")],
  ["codes without end", filled("[code]<script>")],
  ["codes with scripts", filled("[code]<script>[/code]")],
  ["comments without end", filled("<!-- wp:a ")],
  ["marks", filled("<!-- wp:a -->")],
  ["ends of marks", filled("<!-- /wp:embed -->")],
  ["tags without end", filled("<a ")],
  ["quotes without end", filled('<a b="')],
  ["divs", filled("<div>")],
  ["ends of divs", filled("<div>") + filled("</p>")],
  ["paragraphs", filled("<p>")],
  ["lists", filled("<ul><li>")],
  ["blanks", " ".repeat(MEGABYTE)],
  ["blanks and a letter", `${" ".repeat(MEGABYTE)}x`],
  ["lines", filled("\n")],
  ["lines of blanks", filled(" \t\n")],
  ["scripts without end", filled("<script>")],
  ["addresses", filled("https://a.example\n")],
  ["less", filled("<")],
  ["pre", filled("<pre>")],
  ["pictures", filled('<img class="wp-image-5">')],
  ["attributes of a picture", `<img class="wp-image-5"${filled(" a")}>`],
  ["a long attribute", `<a title="${"x".repeat(MEGABYTE)}">y</a>`],
])("takes a megabyte of %s in time", (_name, text) => {
  const { cost } = costOf(() => {
    try {
      converted(text);
    } catch (error) {
      if (!(error instanceof TextTooLong)) throw error;
    }
  });
  // In proportion to its length this takes far less; with its square, minutes.
  expect(cost).toBeLessThan(40_000);
});
