import { describe, expect, it } from "vitest";
import { htmlText } from "./html-text";
import { render } from "./render";

describe("the text of HTML", () => {
  it.each([
    ["<p>One</p><p>two</p>", "One two"],
    ["<p>in<em>side</em> a <a href=\"/x\">word</a></p>", "inside a word"],
    ["<p>line<br>break</p>", "line break"],
    ['<img alt="a > b" src="x"><p>after</p>', "after"],
    ["<p>a &#x3C;b> &#x26;amp; &amp; &lt;i&gt; &quot;q&quot; &#39;s&#39; &nbsp;x</p>", "a <b> &amp; & <i> \"q\" 's' x"],
    ["<pre><code><span class=\"line\">const a = 1;</span>\n<span>b</span></code></pre>", "const a = 1; b"],
    ["<td>1</td><td>2</td>", "1 2"],
    ["&#x110000; &#0;", "\uFFFD \uFFFD"],
    ["", ""],
  ])("%s", (html, text) => expect(htmlText(html)).toBe(text));

  it("is that of the renderer, for Markdown", async () => {
    const source = "# Title & more\n\nSome *text* with `code < 5` and a [link](/x \"a > b\").\n\n- one\n- two\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const { html, text } = await render({ editorType: "MARKDOWN", originalContent: source, keepRaw: false });
    expect(htmlText(html).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });
});
