import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { figureStyles } from "../../lib/core/figure-styles";
import { render } from "../../lib/text/markdown/render";
import { figures, SiteProse } from "./site-prose";

const styles = readdirSync(`${import.meta.dirname}/../../app/(site)/_figures`).map((file) =>
  file.replace(/\.css$/, ""),
);
figureStyles.provide(() => new Map(styles.map((name) => [name, `.${name} > * {}`])));

/** A text for each sign by which a style is brought. */
const texts: [style: string, text: string][] = [
  ["callouts", "> [!NOTE]\n> Here."],
  ["callouts", ":::tip\nHere.\n:::"],
  ["files", "[tables.pdf](/uploads/2026/11/abcdefghij012345/tables.pdf)"],
  ["folds", "<details><summary>More</summary>Words.</details>"],
  ["formulas", "An area of $\\pi r^2$."],
  ["galleries", "![](/a.png)\n![](/b.png)"],
  ["places", '![](/a.png#wide "Wide")'],
  ["places", '![](/a.png#left "Beside")'],
  ["places", '![](/a.png#right "Beside")'],
  ["places", '![](/a.png#small "Small")'],
  ["players", "[a.mp4](/uploads/2026/11/abcdefghij012345/a.mp4)"],
  ["players", "[a.mp3](/uploads/2026/11/abcdefghij012345/a.mp3)"],
  ["players", '<iframe src="https://www.youtube.com/embed/abc" title="Tide"></iframe>'],
];

const written = async (...markdown: string[]) => {
  const originalContent = markdown.join("\n\nWords between.\n\n");
  const { html } = await render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
  const page = createElement("html", null, createElement("body", null, createElement(SiteProse, { html })));
  return renderToStaticMarkup(page);
};
const brought = (page: string) => [...page.matchAll(/<style [^>]*data-href="#(\w+)"/g)].map(([, name]) => name);

it("knows a sign of each style of figures", () => {
  expect(Object.keys(figures).sort()).toEqual(styles.sort());
  expect([...new Set(texts.map(([style]) => style))]).toEqual(Object.keys(figures));
});

it.each(texts)("brings the style of %s for %s, and no other", async (style, text) =>
  expect(brought(await written(text))).toEqual([style]),
);

it("brings nothing for a text without figures, whatever its words", async () =>
  expect(brought(await written("# A *title*\n\n`<details>` and `<math>`\n\n![](/a.png)\n\n> Said."))).toEqual([]));

it("stands in the head, each style once and by itself, as the policy expects it", async () => {
  const page = await written(...texts.map(([, text]) => text));
  const head = page.slice(0, page.indexOf("</head>"));
  expect(head.split("<style ").slice(1)).toEqual(
    Object.keys(figures).map((name) => `data-precedence="${name}" data-href="#${name}">.${name} > * {}</style>`),
  );
  expect(page.split("<style ")).toHaveLength(styles.length + 1);
});
