import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { htmlAttacks, markdownAttacks } from "../html/attacks";
import { renderComment } from "./comment";

const html = (markdown: string) => renderComment(markdown).html;

describe("a comment", () => {
  it.each([
    ["a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>"],
    ["one\ntwo  \nthree", "<p>one<br>\ntwo<br>\nthree</p>"],
    ["*one\ntwo*", "<p><em>one<br>\ntwo</em></p>"],
    ["`a \u202eb` \u202ec", "<p><code>a b</code> \u202ec</p>"],
    ["```\na \u202eb\n```", "<pre><code>a b\n</code></pre>"],
    ["`a\u0008\u001b[201~b`", "<p><code>a[201~b</code></p>"],
    ["`a\u{e0041}\u200bb`", "<p><code>ab</code></p>"],
    ["> said\n\nheard", "<blockquote>\n<p>said</p>\n</blockquote>\n<p>heard</p>"],
    ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ["```js\na < b\n```", "<pre><code>a &#x3C; b\n</code></pre>"],
    [
      '[here](https://example.org/a?b=c "title")',
      '<p><a href="https://example.org/a?b=c" rel="nofollow ugc noopener">here</a></p>',
    ],
    [
      "see https://example.org/a.",
      '<p>see <a href="https://example.org/a" rel="nofollow ugc noopener">https://example.org/a</a>.</p>',
    ],
    ["评论 😀 café", "<p>评论 😀 café</p>"],
    ["", ""],
  ])("%j becomes %j", (markdown, expected) => expect(html(markdown)).toBe(expected));

  it.each([
    ["# Heading", "<p># Heading</p>"],
    ["Heading\n===", "<p>Heading<br>\n===</p>"],
    ["---", "<p>---</p>"],
    [
      "![picture](https://example.org/a.png)",
      '<p>!<a href="https://example.org/a.png" rel="nofollow ugc noopener">picture</a></p>',
    ],
    ["<b>bold</b> <!-- x -->", "<p>&#x3C;b>bold&#x3C;/b> &#x3C;!-- x --></p>"],
    ["| a |\n|---|\n| b |", "<p>| a |<br>\n|---|<br>\n| b |</p>"],
    ["~~gone~~ [^1]\n\n[^1]: x", "<p>~~gone~~ [^1]</p>\n<p>[^1]: x</p>"],
    ["- [x] done", "<ul>\n<li>[x] done</li>\n</ul>"],
    [
      "[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)",
      '<p><a rel="nofollow ugc noopener">x</a> <a rel="nofollow ugc noopener">y</a> <a rel="nofollow ugc noopener">z</a></p>',
    ],
  ])("%j stays as typed, or loses what it may not have: %j", (markdown, expected) =>
    expect(html(markdown)).toBe(expected),
  );

  it("is never more than these elements and attributes, whatever is tried", () => {
    for (const attack of [...htmlAttacks, ...markdownAttacks]) {
      const out = html(attack.slice(0, 1023));
      for (const [tag] of out.matchAll(/<[^>]*>/g))
        expect([attack, tag]).toEqual([
          attack,
          expect.stringMatching(
            /^<\/?(p|br|em|strong|code|pre|blockquote|ul|ol|li)>$|^<ol start="\d+">$|^<\/a>$|^<a( href="(https?:|mailto:|tel:|[^":]*["/?#])[^"]*"?)?( rel="nofollow ugc noopener")>$/,
          ),
        ]);
    }
  });

  it("counts its links, however they are written", () => {
    expect(renderComment("[a](http://a.example) <http://b.example> http://c.example www.d.example").links).toBe(4);
    expect(renderComment("no link").links).toBe(0);
  });

  it("is refused, where it turns the direction of reading more often than words do", () => {
    expect(html("word מילה ".repeat(102))).toContain("מילה");
    expect(html("שלום עולם, יום טוב. ".repeat(51))).toContain("עולם");
    expect(() => html("aא".repeat(511))).toThrow("too complex");
  });

  it("with more marks than anyone means is text, and soon read", () => {
    const crowds = [
      ">".repeat(1023),
      "- ".repeat(511),
      "1. ".repeat(341),
      "> - ".repeat(255),
      "[".repeat(1023),
      "*a ".repeat(341),
      "`a".repeat(511),
      "<http://a".repeat(113),
    ];
    const { result, cost } = costOf(() => crowds.map((crowd) => html(crowd)));
    expect(cost).toBeLessThan(2000);
    for (const text of result) expect(text).not.toMatch(/<blockquote>|<li>/);
    expect(html("- - - - - - - - - - -")).toBe("<p>- - - - - - - - - - -</p>");
    // An import brings comments of such a length.
    expect(costOf(() => html("www._".repeat(13_000))).cost).toBeLessThan(2000);
    expect(html("> > deeper")).toContain("<blockquote>\n<blockquote>\n<p>deeper</p>");
  });
});
