import { describe, expect, it } from "vitest";
import { render } from "./render";

const rendered = async (content: string) =>
  (await render({ editorType: "MARKDOWN", originalContent: "", content, keepRaw: true })).html;
const times = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
const many = (count: number, html: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => html(i)).join("");

const tracks = (count: number) => '<track src="/a.vtt">'.repeat(count);

describe("attributes over which browsers take square time", () => {
  it.each([
    [
      "captions",
      (n: number) => many(n / 10, () => `<video src="/a.mp4">${tracks(10)}</video><p>${"<i>x</i>".repeat(10)}</p>`),
      /<track/g,
      100,
    ],
    [
      "captions of a film",
      (n: number) => `<video src="/a.mp4">${tracks(n)}</video><p>${"<i>x</i>".repeat(n)}</p>`,
      /<track/g,
      20,
    ],
    [
      "places of a film",
      (n: number) => `<video>${many(n, (i) => `<source src="/${i}.mp4">`)}</video><p>${"<i>x</i>".repeat(n)}</p>`,
      /<source/g,
      10,
    ],
    [
      "names of folds",
      (n: number) => many(n, () => '<details name="a"><summary>x</summary>y</details>'),
      / name=/g,
      200,
    ],
    ["languages", (n: number) => `<p>${many(n, (i) => `<b lang="x-${i}">x</b>`)}</p>`, / lang=/g, 100],
  ])("are bounded in a text: %s", async (_what, textOf, attribute, most) => {
    expect(times(await rendered(textOf(most)), attribute)).toBe(most);
    const html = await rendered(textOf(most + 50));
    expect(times(html, attribute)).toBe(most);
    expect(await rendered(html)).toBe(html);
    expect(times(html, />x</g)).toBe(most + 50);
  });

  it("are bounded in a text: numbers of items, as many as items are counted anew for", async () => {
    const list = (numbered: number, count = numbered) =>
      `<ol>${many(count, (i) => (i < numbered ? `<li value="${i}">x</li>` : "<li>x</li>"))}</ol>`;
    for (const [html, left] of [
      [list(1_000), 1_000],
      [list(1_001), 0],
      [list(40, 24_000), 40],
      [list(50, 24_000), 0],
      [list(800).repeat(2), 800],
      [many(900, (i) => `<li value="${i}">x</li>`).repeat(2), 0],
    ] as const)
      expect(times(await rendered(html), / value=/g)).toBe(left);
  });

  it("are bounded in a text: folds", async () => {
    const folds = (n: number) => rendered("<details><summary>x</summary>y</details>".repeat(n));
    expect(times(await folds(4_700), /<details/g)).toBe(4_700);
    await expect(folds(4_800)).rejects.toThrow("too complex");
  });

  it("are bounded in a text: parts of tables", async () => {
    const table = (n: number) => rendered(`<table>${"<tbody><tr><td>x</td></tr></tbody>".repeat(n)}</table>`);
    expect(times(await table(9_900), /<tbody/g)).toBe(9_900);
    await expect(table(10_100)).rejects.toThrow("too complex");
  });

  it("are bounded in a text: items that are counted backwards", async () => {
    const list = (n: number) => `<ol reversed>${"<li>x</li>".repeat(n)}</ol>`;
    expect(times(await rendered(list(2_500).repeat(2)), / reversed/g)).toBe(2);
    expect(times(await rendered(list(2_500).repeat(3)), / reversed/g)).toBe(2);
    expect(times(await rendered(list(5_001)), / reversed/g)).toBe(0);
  });

  it.each([
    ["letters", "א a "],
    ["letters without a space", "אa"],
    ["numbers", "א1"],
    ["numbers of the same script", "א٣"],
    ["signs that are no letters", "א\u2800"],
    ["unseen letters", "א\u200e"],
    ["marks with a width", "א\u0903"],
    ["elements", "<bdi>a</bdi> "],
    ["elements with a direction", '<b dir="rtl">a</b> '],
    ["signs", "\u2067a\u2069"],
  ])("are refused, where they turn the direction of reading in one block too often: %s", async (_what, turn) => {
    const each = turn.startsWith("\u2067") ? 2 : 1;
    const block = (n: number) => `<p>${turn.repeat(n / each)}</p>`;
    expect(await rendered(block(5_000).repeat(3))).toContain("<p>");
    await expect(rendered(block(5_002))).rejects.toThrow("too complex");
    await expect(
      rendered(`<ul><li>${turn.repeat(3_000 / each)}<p>x</p>${turn.repeat(3_000 / each)}</li></ul>`),
    ).resolves.toContain("<p>");
    await expect(
      rendered(`${turn.repeat(3_000)}<picture><img src="/a.png" alt=""></picture>${turn.repeat(3_000)}`),
    ).rejects.toThrow("too complex");
  });

  it("are refused, where they turn the direction of reading too often in a text", async () => {
    const block = `<p>${"א a ".repeat(5_000)}</p>`;
    expect(await rendered(block.repeat(20))).toContain("a");
    await expect(rendered(block.repeat(21))).rejects.toThrow("too complex");
  });

  it.each([
    ["joined", "ب"],
    ["parted by dictionaries", "ก"],
    ["joined below each other", "မ"],
  ])("are refused, where a word has thousands of letters that are %s", async (_how, letter) => {
    const word = (n: number) => `<p>${letter.repeat(n / 2)}<b>${letter.repeat(n / 2)}</b></p>`;
    expect(await rendered(word(2_000).repeat(10))).toContain(letter);
    expect(await rendered(`<p>${`${letter.repeat(1_500)} `.repeat(10)}</p>`)).toContain(letter);
    await expect(rendered(word(2_002))).rejects.toThrow("too complex");
  });

  it("are read in long texts from the right, with their words, numbers and names", async () => {
    const words = "<b>שלום</b> עולם, יום טוב. ".repeat(5_100);
    expect(await rendered(`<p>${words}${"ב-1948 קרא Jane Doe. ".repeat(1_000)}</p>`)).toContain("Jane");
  });

  it("are bounded each: conditions of pictures", async () => {
    const picture = (condition: string) =>
      `<p><picture><source srcset="/a.png" media="${condition}" sizes="${condition}"><img src="/b.png" alt=""></picture></p>`;
    expect(await rendered(picture("(min-width: 40em)"))).toContain('media="(min-width: 40em)" sizes=');
    expect(await rendered(picture(`${"(".repeat(500)}min-width:1px${")".repeat(500)}`))).not.toMatch(
      / (?:media|sizes)=/,
    );
  });

  it("are said where the letter that decides on a direction is too far away", async () => {
    const inner = (html: string) => [`<div dir="auto">${html}</div>`, `<p><bdi>${html}</bdi></p>`];
    const digits = many(250, () => "<b>1</b> ");
    for (const html of [
      ...inner(digits),
      ...inner(`${digits}שלום`),
      ...inner(`<i dir="x">${digits}</i>`),
      ...inner(`<i dir="rtl">שלום</i>${digits}`),
      ...inner(`<bdi>x</bdi>${digits}`),
      ...inner(`${"1".repeat(10_001)}<b>1</b>`),
      ...inner(many(250, () => '<code class="language-math">\\frac12</code> ')),
      ...inner('<code class="language-math">\\def\\a{1+1+1}\\def\\b{\\a\\a\\a}\\b\\b\\b</code>'),
    ])
      expect((await rendered(html)).slice(0, 40)).toMatch(/^<(?:p><bdi|div) dir="ltr">/);
    for (const html of [
      ...inner(`<b>1</b> שלום ${digits}`),
      ...inner(many(250, () => "<b>a</b> ")),
      ...inner("<i>12</i> + 34"),
      ...inner('<code class="language-math">\\frac12</code> x'),
    ])
      expect((await rendered(html)).slice(0, 40)).not.toContain('dir="ltr"');
  });

  it("are refused in the source of a rich text, which the editor opens as it is", async () => {
    const digits = "<i>1</i> <b>2</b> ".repeat(150);
    for (const originalContent of [
      `<p><bdi>${digits}</bdi></p>`,
      `<p dir="auto">${digits}</p>`,
      `<p><picture><source srcset="/a.png" media="${"not (".repeat(500)}print${")".repeat(500)}"></picture></p>`,
      "<details>x</details>".repeat(5_001),
      "<p>א a</p> <b>א a</b>".repeat(10) + "א a ".repeat(5_001),
    ])
      for (const more of [{ keepRaw: false }, { keepRaw: true, content: "<p>x</p>" }])
        await expect(render({ editorType: "RICHTEXT", originalContent, ...more })).rejects.toThrow("too complex");
    const kept = await render({ editorType: "RICHTEXT", originalContent: digits, keepRaw: true, content: "<p>x</p>" });
    expect(kept.html).toBe("<p>x</p>");
  });
});
