import type { Element } from "hast";
import { parseHtml } from "../html/parse-html";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { embedHosts } from "../html/addresses";
import { htmlAttacks, markdownAttacks } from "../html/attacks";
import { allowedTags } from "../html/elements";
import { render, type Source } from "./render";

const classes =
  /^(language-\S+|tok-[a-z-]+|contains-task-list|task-list-item|footnotes|data-footnote-backref|sr-only|anchor|table-scroll|admonition(-[a-z]+)?|align-(left|center|right|justify))$/;
const address = /^(?![a-z][a-z0-9+.-]*:)|^(https?|mailto|tel):/i;
const frame = new RegExp(`^https://(${embedHosts.join("|")})/`);

const handler = /^on|^style$|^srcdoc$|^formaction$|^action$|^ping$|^background$|^is$|^autoplay$|^allow$/i;
const sources = { img: /^(?![a-z][a-z0-9+.-]*:)|^https?:|^data:image\/(png|gif|jpeg|webp|avif)/i, iframe: frame };

function isDangerous(tagName: string, name: string, value: string): boolean {
  // Browsers remove these from an address before they read its scheme.
  const read = Array.from(value)
    .filter((character) => character > " ")
    .join("");
  if (name === "href" || name === "cite" || name === "poster") return !address.test(read);
  if (name === "src")
    return !(tagName === "img" ? sources.img : tagName === "iframe" ? sources.iframe : address).test(read);
  if (name === "srcSet") return /(javascript|data):/i.test(read);
  if (name === "id" || name === "name") return !value.startsWith("t-");
  if (name === "className") return !value.split(",").every((one) => classes.test(one));
  if (name === "target") return value !== "_blank";
  return handler.test(name);
}

function dangersOf({ tagName, properties }: Element): string[] {
  const dangers = Object.entries(properties)
    .filter(([name, value]) => isDangerous(tagName, name, String(value)))
    .map(([name, value]) => `${tagName} ${name}=${String(value)}`);
  if (!allowedTags.has(tagName)) dangers.push(tagName);
  if (tagName === "input" && (properties.type !== "checkbox" || properties.disabled !== true))
    dangers.push("a live input");
  if (
    tagName === "iframe" &&
    String(properties.sandbox) !== "allow-scripts,allow-same-origin,allow-presentation,allow-popups"
  )
    dangers.push("a free frame");
  return dangers;
}

/** Everything in this HTML that runs, loads or takes over something in a browser. */
function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  visit(parseHtml(html), "element", (element) => void dangers.push(...dangersOf(element)));
  return html.includes("<!--") ? [...dangers, "a comment"] : dangers;
}

const dangersAfter = async (source: Source): Promise<string[]> => dangersIn((await render(source)).html);

describe("the sanitiser", () => {
  it("is tried with enough", () => expect(htmlAttacks.length + markdownAttacks.length).toBeGreaterThanOrEqual(40));

  it("is tried by a check that sees dangers", () => {
    for (const html of [
      "<script>1</script>",
      "<b onclick=x>",
      "<a href=' javascript:x'>",
      "<p style=x>",
      "<p id=x>",
      "<p class=fixed>",
      "<input>",
      "<iframe src='https://www.youtube.com/'>",
      "<img src=data:image/svg+xml,x>",
    ])
      expect(dangersIn(html)).not.toEqual([]);
  });

  it.each(htmlAttacks)("makes %j harmless", async (attack) => {
    expect(await dangersAfter({ editorType: "RICHTEXT", originalContent: attack, keepRaw: false })).toEqual([]);
    expect(await dangersAfter({ editorType: "MARKDOWN", originalContent: "", content: attack, keepRaw: true })).toEqual(
      [],
    );
    for (const originalContent of [
      attack,
      `text ${attack} text`,
      `- ${attack}`,
      `# ${attack}`,
      `<div>\n\n${attack}\n\n</div>`,
    ])
      expect(await dangersAfter({ editorType: "MARKDOWN", originalContent, keepRaw: false })).toEqual([]);
  });

  it.each(markdownAttacks)("makes %j harmless", async (originalContent) => {
    expect(await dangersAfter({ editorType: "MARKDOWN", originalContent, keepRaw: false })).toEqual([]);
  });

  it("lets the owner alone say whose the site is", async () => {
    const html = '<p><a href="https://a.example/" rel="noopener me">x</a></p>';
    const sources = [
      { editorType: "RICHTEXT", originalContent: html, keepRaw: false },
      { editorType: "MARKDOWN", originalContent: html, keepRaw: false },
      { editorType: "MARKDOWN", originalContent: "", content: html, keepRaw: true },
    ] as const;
    for (const source of sources) {
      expect((await render(source)).html).toBe(html.replace(" me", ""));
      expect((await render({ ...source, isOwners: true })).html).toBe(html);
    }
  });

  it.each([
    '<a href="https://a.example/?x=1#y" target="_blank" rel="nofollow noopener">x</a>',
    '<a href="mailto:a@b.example">x</a> <a href="tel:+123">y</a> <a href="/z">z</a> <a href="../up?q">u</a>',
    '<img src="data:image/png;base64,AAAA" loading="lazy" decoding="async" alt="dot">',
    '<picture><source srcset="/a.avif 1x, https://a.example/b.avif 2x" type="image/avif"><img src="/a.png" loading="lazy" decoding="async" alt=""></picture>',
    '<video src="/a.mp4" poster="/a.jpg" controls></video><audio src="https://a.example/a.mp3" controls></audio>',
    "<details open><summary>More</summary><p>x</p></details>",
    '<figure class="align-center"><img src="/a.png" width="10" height="5" loading="lazy" decoding="async" alt="a"><figcaption>A</figcaption></figure>',
    '<p><kbd>Ctrl</kbd> <mark>m</mark> H<sub>2</sub>O x<sup>2</sup> <abbr title="x">y</abbr> <ruby>漢<rt>kan</rt></ruby></p>',
    "<dl><dt>a</dt><dd>b</dd></dl>",
    '<div class="formula" tabindex="0"><math display="block"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></div>',
    '<div class="table-scroll" tabindex="0"><table><caption>c</caption><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table></div>',
  ])("leaves %j as it is", async (html) => {
    expect((await render({ editorType: "RICHTEXT", originalContent: html, keepRaw: false })).html).toBe(html);
  });

  it.each([
    [
      '<iframe src="//player.bilibili.com/player.html?aid=1" title="A film" onload="x" width="9"></iframe>',
      '<a href="https://player.bilibili.com/player.html?aid=1" data-player="https://player.bilibili.com/player.html?aid=1">A film</a>',
    ],
    [
      '<p><iframe src="https://www.youtube.com/embed/abc?start=5"></iframe></p>',
      '<p><a href="https://www.youtube.com/watch?v=abc" data-player="https://www.youtube.com/embed/abc?start=5">youtube.com</a></p>',
    ],
    [
      '<iframe src="https://player.vimeo.com/video/12"></iframe>',
      '<a href="https://vimeo.com/12" data-player="https://player.vimeo.com/video/12">vimeo.com</a>',
    ],
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/videoseries?list=a"></iframe>',
      '<a href="https://www.youtube-nocookie.com/embed/videoseries?list=a" data-player="https://www.youtube-nocookie.com/embed/videoseries?list=a">youtube.com</a>',
    ],
  ])("makes a still of a player of the allowed hosts: %j", async (originalContent, html) =>
    expect((await render({ editorType: "RICHTEXT", originalContent, keepRaw: false })).html).toBe(html),
  );

  it.each([
    '<a href="/a"><iframe src="https://player.vimeo.com/video/12"></iframe></a>',
    '<a href="/a"><b><span><iframe src="//player.vimeo.com/video/12"></iframe></span></b></a>',
    '<a href="/a">one <a href="/b"><iframe src="https://player.vimeo.com/video/12"></iframe></a></a>',
  ])("makes one of a player in a link as well, so that reading asks nobody else: %j", async (originalContent) => {
    const { html } = await render({ editorType: "RICHTEXT", originalContent, keepRaw: false });
    expect(html).not.toContain("<iframe");
    expect(html).toContain(
      '<a href="https://vimeo.com/12" data-player="https://player.vimeo.com/video/12">vimeo.com</a>',
    );
  });

  it.each([
    ["javascript:alert(1)", "x"],
    ["data:text/html,x", "x"],
    ["//evil.example/1", "x"],
    [
      "https://player.vimeo.com.evil.example/1",
      '<a href="https://player.vimeo.com.evil.example/1">https://player.vimeo.com.evil.example/1</a>',
    ],
  ])("lets nobody write a still that plays something else: %j", async (player, html) => {
    const originalContent = `<p><a href="/a" data-player="${player}">x</a>x</p>`;
    const rendered = (await render({ editorType: "RICHTEXT", originalContent, keepRaw: false })).html;
    expect(rendered).toBe(`<p>${html === "x" ? "" : html}x</p>`);
  });

  it("makes a link of any other frame", async () => {
    const { html } = await render({
      editorType: "RICHTEXT",
      originalContent: '<iframe src="https://maps.example/1"></iframe>',
      keepRaw: false,
    });
    expect(html).toBe('<a href="https://maps.example/1">https://maps.example/1</a>');
  });
});
