import { describe, expect, it } from "vitest";
import { MAX_HIGHLIGHTED_BLOCK, MAX_HIGHLIGHTED_TEXT } from "./highlight";
import { render } from "../markdown/render";

const htmlOf = async (originalContent: string) =>
  (await render({ editorType: "MARKDOWN", originalContent, keepRaw: false })).html;
const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

describe("code blocks", () => {
  it("have classes on their tokens, and no styles", async () => {
    expect(await htmlOf(fenced("js", "const a = 'b' // c\n// d"))).toBe(
      '<pre tabindex="0"><code class="language-js"><span class="tok-keyword">const </span><span class="tok-constant">a </span><span class="tok-keyword">= </span><span class="tok-string-expression">\'b\' </span><span class="tok-comment">// c\n// d\n</span></code></pre>',
    );
  });

  it("may name their file, and mark lines, whatever their language", async () => {
    const shown = (language: string) => htmlOf(fenced(`${language} title="tide.ts" {2-3,9}`, "a = 1\nb\nc\nd"));
    expect(await shown("nosuchlanguage")).toBe(
      '<figure class="code">\n<figcaption>tide.ts</figcaption>\n<pre tabindex="0"><code class="language-nosuchlanguage" data-lines="2-3,9">a = 1\n<span class="line">b\n</span><span class="line">c\n</span>d\n</code></pre>\n</figure>',
    );
    expect(await shown("ts")).toMatch(
      /<span class="tok-constant">1\n?<\/span>\n?<span class="line">b\n<\/span><span class="line">c\n<\/span>d/,
    );
  });

  it("escape what is in them", async () =>
    expect(await htmlOf(fenced("html", "<script>alert(1)</script>"))).not.toMatch(/<script/));

  it.each(["python", "TS", "bash", "yaml", "rust", "c++", "sql", "dockerfile", "diff", "json"])(
    "know %s",
    async (language) =>
      expect(await htmlOf(fenced(language, 'def x = "1"\n- a: 1\n+ SELECT 1 FROM x # y\n{"a": true}'))).toContain(
        '<span class="tok-',
      ),
  );

  it.each(["", "nosuchlanguage", "text", "mermaid", "constructor"])("stay plain in %j", async (language) => {
    const html = await htmlOf(fenced(language, "graph TD; const a = 1"));
    expect(html).not.toContain("<span");
    expect(html).toContain("graph TD; const a = 1\n</code></pre>");
  });

  it("keep the language for the page's own script", async () =>
    expect(await htmlOf(fenced("mermaid", "graph TD;"))).toBe(
      '<pre tabindex="0"><code class="language-mermaid">graph TD;\n</code></pre>',
    ));

  it("stay plain when they are very long, or the text has very much code", async () => {
    const line = "const a = 1;\n";
    const code = (length: number) => line.repeat(Math.ceil(length / line.length));
    expect(await htmlOf(fenced("js", code(MAX_HIGHLIGHTED_BLOCK)))).not.toContain("<span");
    const block = fenced("json", `"${"a".repeat(45_000)}"`);
    const html = await htmlOf(Array.from({ length: 8 }, () => block).join("\n\n"));
    expect(html.split("<pre").length - 1).toBe(8);
    expect(MAX_HIGHLIGHTED_TEXT).toBeLessThan(8 * 45_000);
  });

  it("keep marks that an author put into them", async () =>
    expect(await htmlOf('<pre><code class="language-js">const <mark>a</mark></code></pre>')).toContain(
      "const <mark>a</mark>",
    ));
});
