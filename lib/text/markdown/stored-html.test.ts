import fc from "fast-check";
import { sanitize } from "hast-util-sanitize";
import { describe, expect, it } from "vitest";
import { folder, hostileText } from "../../testing/hostile-html";
import { storedSchema } from "../../testing/stored-schema";
import { publishedAttacks } from "../html/attack-collection";
import { htmlAttacks, markdownAttacks } from "../html/attacks";
import { renderComment } from "./comment";
import { rootOf } from "../html/elements";
import { parseHtml } from "../html/parse-html";
import type { PictureSlots } from "../html/picture-slots";
import { render, type Source } from "./render";
import { elementsBelow, writeHtml } from "../html/write-html";

const slot = (version: string, width: number): PictureSlots => ({
  [folder]: {
    url: `/uploads/${folder}/a.jpg?v=${version}`,
    srcSet:
      width > 480
        ? `/uploads/${folder}/480.webp?v=${version} 480w, /uploads/${folder}/a.jpg?v=${version} ${width}w`
        : undefined,
    width,
    height: 40,
  },
});

/** What a browser reads in it, sanitised (ids have their prefix already) and written again. */
const again = (html: string): string => writeHtml(rootOf(sanitize(parseHtml(html), storedSchema)));

/** Finds a sign that begins no allowed tag, in any reading. */
function strayMarkup(html: string): string[] {
  const written = [...elementsBelow(parseHtml(html))].map(({ tagName }) => tagName);
  const read = [...html.matchAll(/<([^/][a-z0-9]*)/g)].map(([, name = ""]) => name);
  return read.sort().join() === written.sort().join() ? [] : read;
}

/** Whether it stays the same when parsed again, and contains only its own markup. */
const isStable = (html: string): boolean => again(html) === html && strayMarkup(html).length === 0;

/** Faults of a text: as stored, with a picture, and after that was replaced by a larger and by a small one. */
async function faultsOf(source: Source): Promise<string[]> {
  const faults = [(await render(source)).html].filter((html) => !isStable(html));
  let shown = (await render({ ...source, pictures: slot("v1", 1000) })).html;
  for (const pictures of [slot("v1", 1000), slot("v2", 2000), slot("v3", 300)]) {
    const next = (
      await render({ editorType: "MARKDOWN", originalContent: "", content: shown, keepRaw: true, pictures })
    ).html;
    if (!isStable(shown) || next !== (await render({ ...source, pictures })).html) faults.push(shown);
    shown = next;
  }
  return faults;
}

const markdown = (originalContent: string): Source => ({ editorType: "MARKDOWN", originalContent, keepRaw: false });
const richText = (originalContent: string): Source => ({ editorType: "RICHTEXT", originalContent, keepRaw: false });
const kept = (content: string): Source => ({ editorType: "MARKDOWN", originalContent: "", content, keepRaw: true });
const everyWay = async (text: string): Promise<string[]> =>
  (await Promise.all([markdown(text), richText(text), kept(text)].map(faultsOf))).flat();

/** A picture's markup that begins in one attribute and ends in another, to confuse patterns. */
const spanning =
  `<b title="<img q=">" src="/uploads/${folder}/a.jpg?v=1" width="1" p="</b>` +
  `<i lang=" srcset=" title=" sizes=">T"&gt; x" tabindex="1" autofocus onfocus="alert(1)" y="</i><u title="z">t</u>`;

const published = [...htmlAttacks, ...markdownAttacks, ...publishedAttacks];

describe("stored HTML, read by a browser, sanitised once more and written", () => {
  it("is tried with more than two hundred published attacks", () => expect(published.length).toBeGreaterThan(200));

  it.each(published.map((attack) => [attack]))("is unchanged for %j", async (attack) => {
    for (const text of [attack, `- ${attack}\n\n# x`, `${attack}\n![a](/uploads/${folder}/a.jpg)`])
      expect(await everyWay(text)).toEqual([]);
  });

  it("is unchanged where a picture was given sizes and no files to choose from", async () =>
    expect(await everyWay(`<img src="/uploads/${folder}/a.jpg" sizes="">`)).toEqual([]));

  it("is unchanged where a picture's markup begins in one attribute and ends in another", async () => {
    expect(await everyWay(spanning)).toEqual([]);
    expect(
      [...elementsBelow(parseHtml((await render({ ...richText(spanning), pictures: slot("v2", 300) })).html))].flatMap(
        ({ properties }) => Object.keys(properties).filter((name) => name.startsWith("on")),
      ),
    ).toEqual([]);
  });

  it.each([
    "<template# <a>",
    "<template.x>1</template.x><script#x>2</script#x><img.x src=y><svg#x><style.x>3</style.x></svg#x>",
    '![x](javascript:alert(1))![x](/y "A caption")',
  ])("is unchanged for %j", async (text) => expect(await everyWay(text)).toEqual([]));

  it("holds the words of elements that no browser knows, though they begin as others do", async () =>
    expect((await render(richText("<script.x>1</script.x><template#x>2</template#x><img.x src=y>"))).html).toBe("12"));

  it("is unchanged for two published attacks side by side", async () => {
    const pair = fc
      .tuple(fc.constantFrom(...published), fc.constantFrom("", " ", "\n\n"), fc.constantFrom(...published))
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(pair, async (text) => {
        expect(await everyWay(text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is unchanged for any text", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        expect(await everyWay(text)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is unchanged for any comment", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.constantFrom(...published)), (text) => {
        const { html } = renderComment(text);
        expect(writeHtml(parseHtml(html))).toBe(html);
        expect(strayMarkup(html)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("signs in attributes", () => {
  it("are escaped, so that nobody takes them for a tag or a comment", async () => {
    const { html } = await render(richText('<p title="<!-- a > b">x &lt; y</p>'));
    expect(html).toBe('<p title="&#x3C;!-- a &#x3E; b">x &#x3C; y</p>');
    expect((await render(markdown('x ![a < b > c](/x.png "<!--")'))).html).toBe(
      '<p>x <img src="/x.png" alt="a &#x3C; b &#x3E; c" title="&#x3C;!--" loading="lazy" decoding="async"></p>',
    );
    expect(renderComment("[x](</a<b>)").html).toBe("<p>[x](&#x3C;/a<b>)</p>".replace("<b>", "&#x3C;b>"));
  });

  it("keep their place beside the characters that stand for them while they are written", async () =>
    expect((await render(richText('<p title="\uFDD0<\uFDD1">\uFDD0 &lt;</p>'))).html).toBe(
      '<p title="\uFFFD&#x3C;\uFFFD">\uFFFD &#x3C;</p>',
    ));
});

describe("what is not valid any more", () => {
  it.each([
    ["<img>", ""],
    ["<p>a<img alt=x>b</p>", "<p>ab</p>"],
    ['<img src="javascript:x" alt=x>', ""],
    [
      "<picture><source><img src=/a.png></picture>",
      '<picture><img src="/a.png" loading="lazy" decoding="async" alt=""></picture>',
    ],
    ["<p align=RIGHT>a</p>", '<p class="align-right">a</p>'],
    [
      '<h2 id=a align=center class="align-left x">a</h2>',
      '<h2 id="t-a" class="align-center">a<a class="anchor" href="#t-a" aria-hidden="true" tabindex="-1"></a></h2>',
    ],
    ["<p align=char>a</p>", "<p>a</p>"],
  ])("is left out or said otherwise: %j", async (given, html) =>
    expect((await render(richText(given))).html).toBe(html),
  );
});
