import fc from "fast-check";
import { expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { render } from "./render";
import { isShownWhole } from "./plain-source";

const hidden = "said to nobody";
const htmlOf = async (originalContent: string) =>
  (await render({ editorType: "MARKDOWN", originalContent, keepRaw: false })).html;

it.each([
  `[note]: /x "${hidden}"`,
  `   [note]: /x "${hidden}"`,
  `> [note]: /x "${hidden}"`,
  `- one\n\n  [note]: /x "${hidden}"`,
  `1. [a\nb]: /x "${hidden}"`,
  `Words.\n\n[^1]: ${hidden}`,
  `Words.\n\n<!-- ${hidden} -->`,
  `| a | b |\n|---|---|\n| 1 | 2 | ${hidden} |`,
  `\`\`\`js ${hidden}\nlet a\n\`\`\``,
  `~~~\n~~~\n\n\`\`\`js title="a.js" ${hidden}\nlet a\n\`\`\``,
  `![A boat](file:///home/ines/${hidden.replaceAll(" ", "/")}.jpg)`,
  `[a call](skype:${hidden.replaceAll(" ", "-")})`,
  `[a script](javascript:"${hidden.replaceAll(" ", "+")}")`,
  `![](data:text/plain,${hidden.replaceAll(" ", "%20")})`,
])("a source that says more than its readers see is not taken for what they see: %s", async (source) => {
  const html = await htmlOf(source);
  expect(html).not.toMatch(/said\W+to\W+nobody/);
  expect(isShownWhole(source, html)).toBe(false);
});

it.each([
  "Words.",
  "# [a](/b) and [c][d]",
  "1 < 2",
  "- [ ] to do\n- [x] done",
  "1. one\n2. two\n   10) ten\n\n> 3. three",
  "| a | b |\n|:--|--:|\n| 1 | `2` |",
  '```ts title="tide.ts" {2,5-7}\nconst a = 1;\n```',
  '![A boat](/uploads/2026/11/abcdefghijklmnop/boat.jpg#wide "At sea")',
  "> [!WARNING] Fog\n> ahead\n\n:::tip Look\nout\n:::",
  "Write to ann@example.org, see www.example.org or https://example.org/caf\u00e9?a=b.",
  "Let $a^2 + b^2$ be\n\n$$\n\\frac{a}{b}\n$$",
  "\u6e2f\u53e3\u7684*\u706f*\u3002\n\n## \u6f6e\u6c50",
])("others are taken as they are: %s", async (source) => {
  expect(isShownWhole(source, await htmlOf(source))).toBe(true);
});

const pieces =
  String.raw`| a | b |¶|---|---|¶| 1 | 2 |~ SECRET~¶~¶¶~\`\`\`~js ~{1}~[a](~x:~)~!~[~](/b)~:::~note~> ~[!NOTE]~- ~1. ~    ~$~$$~\`~*~_~\~&amp;~#~]: /x ~"~[^1]`
    .replaceAll("\\`", "`")
    .replaceAll("¶", "\n")
    .split("~");
const piece = fc.constantFrom(...pieces, "~~~");

it("none is taken as it is that has a word which its HTML has not", async () => {
  let hiding = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (some) => {
      const source = some.join("");
      const html = await htmlOf(source);
      const isHidden = source.includes("SECRET") && !html.toUpperCase().includes("SECRET");
      hiding += Number(isHidden);
      expect(isHidden && isShownWhole(source, html)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
  expect(hiding).toBeGreaterThan(0);
});

it("a long source costs no more than reading it once", () => {
  expect(costOf(() => isShownWhole("[\n".repeat(1_000_000), "")).cost).toBeLessThan(100);
});
