// What others publish is pasted into both editors: nothing of it runs, and no page of it breaks the editor.
import { publishedAttacks } from "../lib/text/html/attack-collection";
import { htmlAttacks } from "../lib/text/html/attacks";
import { enter } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

/** Marks of the editor itself, which another page may put into what is copied from it. */
const slices = [
  `<p data-pm-slice='0 0 ["callout",{"kind":"x\\" onmouseover=alert(1)"}]'>x</p>`,
  `<div data-pm-slice='1 1 ["heading",{"level":"script"}]'><p>alert(1)</p></div>`,
  `<p data-pm-slice='0 0 ["codeBlock",{"language":["img",{"src":"x","onerror":"alert(1)"}]}]'>x</p>`,
  `<p data-pm-slice='0 0 ["rawBlock",{"html":"<img src=x onerror=alert(1)>"}]'>x</p>`,
  `<span data-pm-slice='0 0 ["heading",{"level":2,"align":"x fixed inset-0 z-50 size-full"}]'>x</span>`,
  `<span data-pm-slice='0 0 ["codeBlock",{"language":"x fixed inset-0 z-50 size-full"}]'>x</span>`,
  '<div data-raw="<img src=x onerror=alert(1)>"></div>',
  '<pre data-title="<img src=x onerror=alert(1)>"><code class="language-x&quot;onload=alert(1)">x</code></pre>',
];

/** A form whose fields are called what a browser, and the editor, call parts of any element. */
const fields = [
  "attributes",
  "childNodes",
  "localName",
  "nodeName",
  "matches",
  "nodeType",
  "firstChild",
  "getAttribute",
];
const forms = fields.map(
  (name) => `<p>Above</p><table><tr><td><form><input name="${name}"><p>Within</p></form></td></tr></table><p>Below</p>`,
);

test("a text with a form can be edited, whatever its fields are called", async ({ open }) => {
  const originalContent = forms.join("\n");
  const { id } = await owner(server).post({ title: "Asked", originalContent, editorType: "RICHTEXT", status: "DRAFT" });
  const page = await open();
  await enter(page, server, `/admin/posts/${id}`);
  await expect(page.locator(".ProseMirror").getByText("Below")).toHaveCount(fields.length);
});

for (const [editorType, field] of [
  ["RICHTEXT", ".ProseMirror"],
  ["MARKDOWN", ".cm-content"],
] as const)
  test(`hostile and broken HTML is pasted without harm: ${editorType}`, async ({ openUnwatched }) => {
    const { id } = await owner(server).post({ title: "Pasted", originalContent: "x", editorType, status: "DRAFT" });
    const page = await openUnwatched();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("dialog", (dialog) => {
      wrong.push(dialog.message());
      void dialog.dismiss();
    });
    await enter(page, server, `/admin/posts/${id}`);
    const text = page.locator(field);
    await text.click();
    const paste = (html: string) =>
      text.evaluate((element, pasted) => {
        const data = new DataTransfer();
        data.setData("text/html", pasted);
        data.setData("text/plain", "plain");
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, html);
    for (const html of [...htmlAttacks, ...publishedAttacks, ...slices, ...forms]) {
      await paste(html);
      expect([html, wrong]).toEqual([html, []]);
    }
    expect(await text.textContent()).not.toMatch(/\]\(\W*(?:javascript|data|vbscript):/i);
    const empty = async () => {
      await text.press("ControlOrMeta+a");
      await text.press("Delete");
    };
    const laidOver = () =>
      text.evaluate((editor) =>
        [...editor.querySelectorAll("*")].flatMap((each) =>
          getComputedStyle(each).position === "fixed" ? [each.outerHTML] : [],
        ),
      );
    for (const html of slices.filter((slice) => slice.includes("fixed"))) {
      await empty();
      await paste(html);
      expect([html, await laidOver()]).toEqual([html, []]);
    }
    await empty();
    await paste("<p>The last <b>words</b>.</p>");
    await expect(text).toContainText(/The last \W*words/);
    const acting = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .flatMap((element) => [...element.attributes])
        .filter(({ name, value }) => name.startsWith("on") || (name !== "value" && /^\W*javascript:/i.test(value)))
        .map(({ name, value }) => `${name}=${value}`),
    );
    expect([acting, wrong]).toEqual([[], []]);
  });
