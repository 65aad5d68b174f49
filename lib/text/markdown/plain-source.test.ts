import { expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { render } from "./render";
import { isPlainSource } from "./plain-source";

const hidden = "said to nobody";

it.each([
  `[note]: /x "${hidden}"`,
  `   [note]: /x "${hidden}"`,
  `> [note]: /x "${hidden}"`,
  `- one\n\n  [note]: /x "${hidden}"`,
  `1. [a\nb]: /x "${hidden}"`,
  `Words.\n\n[^1]: ${hidden}`,
  `Words.\n\n<!-- ${hidden} -->`,
])("a source that says more than its readers see is not taken for what they see: %s", async (source) => {
  const { html } = await render({ editorType: "MARKDOWN", originalContent: source, keepRaw: false });
  expect(html).not.toContain(hidden);
  expect(isPlainSource(source)).toBe(false);
});

it("other sources are taken as they are", () => {
  for (const source of ["Words.", "# [a](/b) and [c][d]", "1 < 2", "- [ ] to do\n- [x] done"])
    expect(isPlainSource(source)).toBe(true);
});

it("a long source costs no more than reading it once", () => {
  expect(costOf(() => isPlainSource("[\n".repeat(1_000_000))).cost).toBeLessThan(100);
});
