import { expect, it } from "vitest";
import { render } from "../markdown/render";
import { contentsIn } from "./contents";

it.each([
  "",
  "Nothing but text.",
  "# One\n\n## Two *of* `these`\n\n### Three\n\n#### Four\n\n##### Five\n\n## Two *of* `these`",
  "## [A link](/a) & <b>more</b>\n\nText\n\n## A &lt;sign&gt; ![picture](/a.png)",
  "<h2>By hand</h2>\n\n<h1 id='own'>With an id</h1>\n\n## \n\n> ## In a quote\n\n- # In a list",
  "<div><h3>a<br>b</h3><h4></h4></div>",
])("of %j is the one that its rendering had", async (originalContent) => {
  const { html, toc } = await render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
  expect(contentsIn(html)).toEqual(toc);
});

it("says of a formula what is seen of it", async () => {
  const { html } = await render({ editorType: "MARKDOWN", originalContent: "## The square $x^2$", keepRaw: false });
  expect(contentsIn(html)).toMatchObject([{ text: "The square x2", depth: 2 }]);
});
