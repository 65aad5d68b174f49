import fc from "fast-check";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { readText } from "../../lib/text/markdown/syntax-tree";
import { markdownOf } from "./html-to-markdown";

const of = async (html: string) => (await markdownOf(html))?.text ?? null;

/** The letters of a Markdown text that readers see. */
function lettersOf(markdown: string): string {
  const letters: string[] = [];
  visit(readText(markdown).tree, (node) => void ("value" in node && letters.push(node.value)));
  return letters.join("\n");
}

describe("pasted HTML as Markdown", () => {
  it.each([
    [
      "headings and paragraphs",
      "<h2>One</h2><p>Two <b>bold</b> and <i>italic</i>.</p><h3>Three</h3>",
      "## One\n\nTwo **bold** and *italic*.\n\n### Three",
    ],
    [
      "lists, nested and numbered",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>x</li><li>y</li></ol>",
      "- a\n  - b\n- c\n\n1. x\n2. y",
    ],
    [
      "links and pictures",
      '<p><a href="https://example.org/a">here</a> <img src="https://example.org/p.png" alt="A boat"></p>',
      "[here](https://example.org/a) ![A boat](https://example.org/p.png)",
    ],
    [
      "what is marked side by side, and no code without a letter",
      "<p><code></code><span><code></code></span>tide <b>a</b><b>b</b><i>c</i> <code>x</code><code>y</code></p>",
      "tide **ab**_c_ `xy`",
    ],
    [
      "a picture with its caption",
      '<div><figure class="wp-block-image"><img src="https://example.org/p.png" alt="A boat"><figcaption>Off <em>Dover</em></figcaption></figure></div>',
      '![A boat](https://example.org/p.png "Off Dover")',
    ],
    [
      "tables",
      "<table><thead><tr><th>Hour</th><th>Height</th></tr></thead><tbody><tr><td>1</td><td>2 | 3</td></tr></tbody></table>",
      "| Hour | Height |\n| - | - |\n| 1 | 2 \\| 3 |",
    ],
    [
      "blocks within cells, in one line",
      "<table><tr><th>A</th></tr><tr><td><p>one</p><ul><li>two</li></ul><pre>let a;\nlet b;</pre></td></tr></table>",
      "| A |\n| - |\n| one two `let a; let b;` |",
    ],
    [
      "code with its language",
      '<pre><code class="language-js">let a = 1;\nif (a &lt; 2) b();</code></pre><p>and <code>`c`</code></p>',
      "```js\nlet a = 1;\nif (a < 2) b();\n```\n\nand `` `c` ``",
    ],
    [
      "quotes, rules and struck words",
      "<blockquote><p>Said <del>so</del></p></blockquote><hr>",
      "> Said ~~so~~\n\n---",
    ],
    [
      "signs of Markdown that are only letters",
      "<p>2 * 3 * 4 and <em>x</em> [no link](here)</p>",
      "2 \\* 3 \\* 4 and *x* \\[no link]\\(here)",
    ],
    [
      "a word processor's page",
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Title</span></h1><p><span style="font-weight:700;font-style:normal">Strong</span><span style="font-style:italic"> slanted</span></p></b>',
      "# Title\n\n**Strong** *slanted*",
    ],
    [
      "a browser's page",
      "<html><body><!--StartFragment--><div><div><p>One</p></div><div>Two <strong>three</strong></div></div><!--EndFragment--></body></html>",
      "One\n\nTwo **three**",
    ],
  ])("keeps %s", async (_what, html, markdown) => expect(await of(html)).toBe(markdown));

  it("leaves out what would lead nowhere or run", async () => {
    expect(
      await of(
        '<p><a href="javascript:alert(1)">a</a> <a href="file:///etc/passwd">b</a> <em>c</em><script>alert(1)</script><style>p{}</style></p>',
      ),
    ).toBe("a b *c*");
    expect(
      await of('<p><em>x</em> <img src="file:///home/me/a.png" alt="Mine"><img src="data:image/png;base64,AAAA"></p>'),
    ).toBe("*x* Mine");
    expect(
      await of(
        '<p><em>x</em> <video src="javascript:alert(1)" poster="data:text/html,x">Film</video> <audio src="javascript:alert(1)">Tone</audio> <iframe src="javascript:alert(1)" title="Frame"></iframe></p>',
      ),
    ).toMatch(/^\*x\* [^:]*$/);
    expect(await of('<p><em>x</em> <video src="https://a.example/b.mp4">Film</video></p>')).toBe(
      "*x* [Film](https://a.example/b.mp4)",
    );
  });

  it("is nothing where plain text says as much", async () => {
    expect(await of("<div><span style='color:red'>one</span></div><div>two<br>three</div>")).toBeNull();
    expect(await of("")).toBeNull();
    expect(await of("<p> </p>")).toBeNull();
  });

  it("says whether it stands on lines of its own", async () => {
    expect((await markdownOf("<p>a <b>b</b></p>"))?.isBlock).toBe(false);
    expect((await markdownOf("<b>a</b>"))?.isBlock).toBe(false);
    expect((await markdownOf("<h2>a</h2>"))?.isBlock).toBe(true);
    expect((await markdownOf("<p><b>a</b></p><p>b</p>"))?.isBlock).toBe(true);
  });

  it("takes any input, and loses no word of it", async () => {
    const word = fc.constantFrom("tide", "harbour", "lamp", "rope", "&lt;", "*", "_", "`", "|");
    const node = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        word,
        fc
          .tuple(
            fc.constantFrom(
              "p",
              "div",
              "b",
              "em",
              "ul",
              "li",
              "td",
              "table",
              "tr",
              "blockquote",
              "h2",
              "span",
              "pre",
              "code",
            ),
            fc.array(tie("node"), { maxLength: 4 }),
          )
          .map(([tag, inner]) => `<${tag}>${inner.join(" ")}</${tag}>`),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 8 }), async (nodes) => {
        const html = nodes.join("");
        const words = (text: string) => (text.match(/tide|harbour|lamp|rope/g) ?? []).sort().join(" ");
        const pasted = await of(html);
        expect([html, pasted, pasted === null ? words(html) : words(lettersOf(pasted))]).toEqual([
          html,
          pasted,
          words(html),
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it("lets other work go on during a long text", async () => {
    const html =
      "<h2>One</h2><p>Two <b>bold</b> words and <a href='https://example.org/'>a link</a>.</p><ul><li>a</li><li>b</li></ul>".repeat(
        600,
      );
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    expect((await of(html))?.length).toBeGreaterThan(40_000);
    clearInterval(count);
    expect(turns).toBeGreaterThan(5);
  });
});
