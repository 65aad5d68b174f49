import { expect, it } from "vitest";
import { render } from "../markdown/render";
import { attributesIn } from "./html-tokens";
import { amongOthers } from "./ids-among";

const text = '## A head\n\nSome words.[^1]\n\n<details name="one"><summary>More</summary>x</details>\n\n[^1]: A note.';

it("texts on one page have no ids in common, and each leads to its own", async () => {
  const { html } = await render({ editorType: "MARKDOWN", originalContent: text, keepRaw: false });
  const page = [amongOthers(html, 1), amongOthers(html, 2)];
  const all = page.map((each) => attributesIn(each));
  const ids = all.map((each) => each.flatMap(({ name, value }) => (name === "id" ? [value] : [])));
  expect(ids[0]?.length).toBeGreaterThan(2);
  expect(new Set(ids.flat()).size).toBe(ids.flat().length);
  for (const [i, attributes] of all.entries()) {
    const leading = attributes.flatMap(({ name, value }) => {
      if (name === "href" && value.startsWith("#")) return [value.slice(1)];
      return name === "aria-describedby" || name === "aria-labelledby" ? [value] : [];
    });
    expect(leading.length).toBeGreaterThan(2);
    for (const id of leading) expect(ids[i]).toContain(id);
  }
  const folds = all.flat().flatMap(({ name, value }) => (name === "name" ? [value] : []));
  expect(new Set(folds).size).toBe(2);
});

it("an id stays one, whatever signs are in it", async () => {
  for (const id of ["a t-b", "a&#13;b", "&quot;&lt;t-a&gt;"]) {
    const { html } = await render({ editorType: "RICHTEXT", originalContent: `<h2 id="${id}">x</h2>`, keepRaw: false });
    const [own, other] = [html, amongOthers(html, 7)].map((each) => attributesIn(each)[0]?.value);
    expect(other).toBe(own?.replace("t-", "t-7-"));
  }
});

it("a text without ids stays as it is", () => {
  for (const html of ['<p>a <a href="https://example.org/#t-x">b</a></p>', "<p>t-x</p>", ""])
    expect(amongOthers(html, 3)).toBe(html);
});
