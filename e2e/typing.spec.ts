import type { Page } from "@playwright/test";
import { enter } from "./rig/desk";
import { leniency } from "./rig/leniency";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

/** What a text of this length is made of; the word in its middle is found by the search of the editor. */
const LENGTH = 200_000;
const MIDDLE = "Midstream";
const KEYS = 100;
/** Milliseconds that scripts, styles and layout may take for a key: a frame. What the browser draws is its own. */
const MOST_MS = 16;

const words = "The tide comes in twice a day, and the harbour keeps a book of every hour of it, since 1841. ";
const parts = (n: number) => ({
  MARKDOWN: [
    `## Chapter ${n}`,
    words.repeat(6),
    `A line with **strong** words, a [link](https://example.org/${n}) and \`code\`.`,
    "- one\n- two\n- three",
    "```js\nconst hours = 12;\nsail(hours);\n```",
    "| Day | Height |\n| --- | --- |\n| 1 | 4 |\n| 2 | 5 |",
  ].join("\n\n"),
  RICHTEXT: [
    `<h2>Chapter ${n}</h2>`,
    `<p>${words.repeat(6)}</p>`,
    `<p>A line with <strong>strong</strong> words, a <a href="https://example.org/${n}">link</a> and <code>code</code>.</p>`,
    "<ul><li><p>one</p></li><li><p>two</p></li><li><p>three</p></li></ul>",
    "<pre><code>const hours = 12;\nsail(hours);</code></pre>",
    "<table><tbody><tr><td><p>1</p></td><td><p>4</p></td></tr><tr><td><p>2</p></td><td><p>5</p></td></tr></tbody></table>",
  ].join("\n"),
});
type EditorType = keyof ReturnType<typeof parts>;

function longText(type: EditorType): string {
  const all: string[] = [];
  let length = 0;
  let isMiddle = false;
  for (let n = 1; length < LENGTH; n += 1) {
    const part = parts(n)[type];
    all.push(part);
    length += part.length + 2;
    if (isMiddle || length < LENGTH / 2) continue;
    isMiddle = true;
    all.push(type === "MARKDOWN" ? `${MIDDLE} the boat turned.` : `<p>${MIDDLE} the boat turned.</p>`);
  }
  all.push(type === "MARKDOWN" ? "The last line." : "<p>The last line.</p>");
  return all.join(type === "MARKDOWN" ? "\n\n" : "\n");
}

type Figures = { ours: number; all: number; middle: number; slow: number };

/** Milliseconds of a key: what we make the browser do, all it does, and until the end of its frame. */
async function typing(page: Page): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const ms = (...names: string[]) =>
      metrics.reduce((sum, { name, value }) => sum + (names.includes(name) ? (value * 1000) / KEYS : 0), 0);
    return { ours: ms("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"), all: ms("TaskDuration") };
  };
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(window, { took });
    window.addEventListener(
      "keydown",
      () => {
        const began = performance.now();
        requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - began)));
      },
      { capture: true },
    );
  });
  const before = await spent();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press("abcdefgh ij"[key % 11] ?? "a");
    await page.waitForFunction((count) => (window as unknown as { took: number[] }).took.length > count, key);
  }
  const after = await spent();
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took.sort((a, b) => a - b));
  return {
    ours: after.ours - before.ours,
    all: after.all - before.all,
    middle: took[KEYS / 2] ?? 0,
    slow: took[Math.floor(KEYS * 0.95)] ?? 0,
  };
}

const places = {
  "in the middle": async (page: Page) => {
    await page.keyboard.press("ControlOrMeta+f");
    const find = page.getByRole("textbox", { name: "Find", exact: true });
    await find.fill(MIDDLE);
    await find.press("Enter");
    await find.press("Escape");
    await page.keyboard.press("End");
  },
  "at the end": (page: Page) => page.keyboard.press("ControlOrMeta+End"),
};

for (const type of ["MARKDOWN", "RICHTEXT"] as const)
  for (const [place, go] of Object.entries(places))
    test(`a key ${place} of a text of 200 KB as ${type} takes less than a frame`, async ({ open }) => {
      const page = await open({ viewport: { width: 1280, height: 900 } });
      const { id } = await owner(server).post({
        title: `Long, ${type}, ${place}`,
        editorType: type,
        originalContent: longText(type),
      });
      await enter(page, server, `/admin/posts/${id}`);
      const text = page.getByRole("textbox", { name: "Text", exact: true });
      await text.click();
      await go(page);
      // What is loaded for a text that changes comes with the first key.
      await page.keyboard.type("x");
      await page.waitForLoadState("networkidle");
      const figures = await typing(page);
      const described = Object.entries(figures)
        .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
        .join(", ");
      test.info().annotations.push({ type: "measured", description: described });
      expect(figures.ours, described).toBeGreaterThan(0);
      expect(figures.ours, described).toBeLessThan(MOST_MS * leniency);
    });
