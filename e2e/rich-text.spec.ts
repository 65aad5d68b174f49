import type { Locator, Page } from "@playwright/test";
import { aJpeg } from "../lib/testing/pictures";
import type { Api } from "./rig/api";
import { enter, expectSound, openPage } from "./rig/desk";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";
import { weigh } from "./rig/weight";

const server = serveSite();
let ada: Api;

test.beforeAll(() => {
  ada = owner(server);
});

type Stored = { editorType: string; originalContent: string; status: string };

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const state = (page: Page) => page.locator("[data-save-state]");
const saved = (page: Page) => expect(state(page)).toHaveText(/^Saved \d\d:\d\d/);
const toRich = (page: Page) => page.getByRole("button", { name: "Write in rich text …" });
const toMarkdown = (page: Page) => page.getByRole("button", { name: "Write in Markdown …" });
const idOf = (page: Page) => page.url().split("/").pop();
const stored = (page: Page) => ada.get<Stored>(`/admin/posts/${idOf(page)}`);

/** Pastes a picture, as from another program. */
async function pastePicture(target: Locator, name: string): Promise<void> {
  const bytes = (await aJpeg({ width: 600, height: 400 })).toString("base64");
  await target.evaluate(
    (element, { bytes, name }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (char) => char.codePointAt(0) ?? 0);
      data.items.add(new File([content], name, { type: "image/jpeg" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { bytes, name },
  );
}

const article = [
  "## Tides",
  "",
  "They **come** and [go](/archives/go).[^1]",
  "",
  "- [x] ebb",
  "- [ ] flood",
  "",
  "| A | B |",
  "| --- | --- |",
  "| 1 | 2 |",
  "",
  "<!-- for later -->",
  "",
  "<details><summary>More</summary><p>Of tides.</p></details>",
  "",
  "[^1]: Twice a day.",
].join("\n");

test("a text goes on in rich text and back again, after it was said what would be lost", async ({ open }) => {
  const { id } = await ada.post({ title: "Tides", originalContent: article, status: "PUBLISHED" });
  const before = await ada.get<{ content: string }>(`/admin/posts/${id}`);
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, `/admin/posts/${id}`);
  await expect(page.locator(".editor-words")).toHaveText(/^[1-9]\d* words/);
  await toRich(page).click();
  const dialog = page.getByRole("dialog", { name: "Go on in rich text?" });
  await expect(dialog).toContainText("Readers will see the same as now.");
  await expect(dialog).toContainText("A comment that readers never saw is left out.");
  await expect(dialog).toContainText("can only be moved or deleted in rich text");
  await expectSound(page, "what would be lost in rich text");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(text(page)).toContainText("## Tides");

  await toRich(page).click();
  await dialog.getByRole("button", { name: "Switch" }).click();
  await expect(text(page).getByRole("heading", { name: "Tides" })).toBeVisible();
  await expect(text(page).getByRole("link", { name: "go" })).toBeVisible();
  await saved(page);
  // The public text stays Markdown until it is updated.
  expect(await stored(page)).toMatchObject({ editorType: "RICHTEXT", status: "PUBLISHED" });
  await expectSound(page, "rich text");

  await text(page).getByText("They come and go.").click();
  await page.keyboard.press("End");
  await page.keyboard.insertText(" Always.");
  await saved(page);
  expect((await stored(page)).originalContent).toContain("<strong>come</strong>");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText(/^Updated\. /)).toBeVisible();
  const after = await ada.get<{ content: string }>(`/admin/posts/${id}`);
  const expected = before.content.replace("</sup></p>", "</sup> Always.</p>");
  expect(after.content.replace(/\n+/g, "\n")).toBe(expected.replace(/\n+/g, "\n"));

  await toMarkdown(page).click();
  const back = page.getByRole("dialog", { name: "Go on in Markdown?" });
  await expect(back).toContainText("Readers will see the same as now.");
  await back.getByRole("button", { name: "Switch" }).click();
  await expect(text(page)).toContainText("## Tides");
  await expect(text(page)).toContainText("- [x] ebb");
  await expect(text(page)).toContainText("Always.");
  await saved(page);
  expect(await stored(page)).toMatchObject({ editorType: "MARKDOWN" });
  await page.locator("[data-toast][data-front=true]").getByRole("button", { name: "Undo" }).click();
  await expect(text(page).getByRole("heading", { name: "Tides" })).toBeVisible();
});

test("rich text has the tools, keys and menus of Markdown", async ({ open }) => {
  await ada.post({ title: "Moon and sea", originalContent: "Words.", status: "PUBLISHED", slug: "moon" });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/posts/new");
  await toRich(page).click();
  await expect(text(page)).toBeVisible();
  // A missing title is no error while the text is being written.
  await expect(page.getByText("This field is required.")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Tools");
  await text(page).click();
  await page.keyboard.type("/head");
  const menu = page.getByRole("listbox");
  await expect(menu.getByRole("option").first()).toHaveText("Heading");
  await expectSound(page, "the menu in rich text");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Begin");
  await expect(text(page).getByRole("heading", { name: "Begin", level: 2 })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" and [[moon");
  await expect(menu.getByRole("option", { name: /Moon and sea/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(text(page).getByRole("link", { name: "Moon and sea" })).toHaveAttribute("href", "/archives/moon");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Shift+7");
  await page.keyboard.type("a task");
  await saved(page);
  expect((await stored(page)).originalContent).toBe(
    [
      "<h2>Begin</h2>",
      '<p><strong>bold</strong> and <a href="/archives/moon">Moon and sea</a></p>',
      '<ul class="contains-task-list">',
      '<li class="task-list-item"><input type="checkbox"> a task</li>',
      "</ul>",
    ].join("\n"),
  );
  await page.keyboard.press("Control+f");
  const search = page.getByRole("search");
  await search.getByRole("textbox", { name: "Find" }).fill("task");
  await expect(search.getByRole("status")).toHaveText("1 found");
  await search.getByRole("textbox", { name: "Replace" }).fill("duty");
  await expectSound(page, "find and replace in rich text");
  await search.getByRole("button", { name: "replace all" }).click();
  await page.keyboard.press("Escape");
  await expect(text(page)).toContainText("a duty");
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const tools = page.getByRole("toolbar", { name: "Table", exact: true });
  await tools.getByRole("button", { name: "Row below" }).click();
  await expect(text(page).getByRole("row")).toHaveCount(3);
  await page.keyboard.press("Control+Home");
  for (const [at, words] of ["Port", "High"].entries()) {
    await text(page).getByRole("columnheader").nth(at).click();
    await page.keyboard.type(words);
  }
  await expectSound(page, "a table in rich text");
  await text(page).getByText("bold", { exact: true }).click();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Footnote", exact: true }).click();
  await page.keyboard.type("Twice a day.");
  await expect(text(page).locator(".footnotes li")).toHaveText("Twice a day.");
  await expect(text(page).locator("sup")).toHaveText("1");
  await expectSound(page, "a footnote in rich text");
  await expect
    .poll(async () => (await stored(page)).originalContent)
    .toMatch(/>Moon and sea<\/a><sup><a href="#t-fn-1".*<li id="t-fn-1">\n<p>Twice a day\. <a href="#t-fnref-1"/s);
});

test("code, callouts and galleries have their names, lines and captions in rich text, and links can be changed", async ({
  open,
}) => {
  const { url } = await ada.upload("bow.jpg", await aJpeg({ width: 60, height: 40 }));
  const { id } = await ada.post({
    title: "Marks",
    editorType: "RICHTEXT",
    status: "DRAFT",
    originalContent: `<p><img src="${url}" alt="Bow" title="Larch"><br>\n<img src="${url}" alt="Stern"></p>\n<p>See <a href="/archives/old">there</a></p>`,
  });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, `/admin/posts/${id}`);
  await expect(text(page).locator(".gallery .caption:visible")).toHaveText(["Larch"]);
  await text(page).getByText("See there").click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+k");
  const link = page.getByRole("dialog", { name: "Change the link" });
  await expect(link.getByRole("textbox", { name: /^Address/ })).toHaveValue("/archives/old");
  await expectSound(page, "a link that is changed");
  await link.getByRole("textbox", { name: /^Address/ }).fill("www.example.org/new");
  await page.keyboard.press("Enter");
  await expect(text(page).getByRole("link")).toHaveAttribute("href", "https://www.example.org/new");
  // What is typed next stands behind the link and replaces none of it.
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("!");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/callout");
  await expect(page.getByRole("option", { name: "Callout" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("At night.");
  const callout = page.getByRole("toolbar", { name: "Callout" });
  // Tab leads from the text to what can be done with the block.
  await page.keyboard.press("Tab");
  await expect(callout.getByRole("combobox", { name: "Kind" })).toBeFocused();
  await callout.getByRole("combobox", { name: "Kind" }).selectOption("Warning");
  await expectSound(page, "a callout in rich text");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/code block");
  await page.keyboard.press("Enter");
  await page.keyboard.type("sail();");
  const code = page.getByRole("toolbar", { name: "Code" });
  await code.getByRole("textbox", { name: "Language" }).fill("js");
  await code.getByRole("textbox", { name: "File name" }).fill("sail.js");
  await code.getByRole("textbox", { name: "Marked lines" }).fill("1-");
  await expect(code.getByRole("textbox", { name: "Marked lines" })).toHaveAttribute("aria-invalid", "true");
  await code.getByRole("textbox", { name: "Marked lines" }).fill("1");
  await expect(text(page).locator("pre .line")).toHaveText("sail();");
  await expectSound(page, "code in rich text");
  await saved(page);
  expect((await stored(page)).originalContent.split("\n").slice(2)).toEqual([
    '<p>See <a href="https://www.example.org/new">there</a>!</p>',
    '<div class="admonition admonition-warning" role="note">',
    "<p>At night.</p>",
    "</div>",
    '<figure class="code">',
    "<figcaption>sail.js</figcaption>",
    '<pre><code class="language-js" data-lines="1">sail();',
    "</code></pre>",
    "</figure>",
  ]);
});

test.describe("with a connection that ends on purpose", () => {
  test("what was written in rich text with a pasted picture outlives the connection and the window, and is scheduled", async ({
    openUnwatched,
  }) => {
    const page = await openUnwatched({ viewport: { width: 1280, height: 900 } });
    await enter(page, server, "/admin/posts/new");
    await toRich(page).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("At sea");
    await text(page).click();
    await page.keyboard.type("Before the picture.");
    await page.keyboard.press("Enter");
    await pastePicture(text(page), "Boat at sea.jpg");
    await page.keyboard.type("After it.");
    const picture = text(page).locator("img:not(.ProseMirror-separator)");
    await expect(picture).toBeVisible();
    await picture.click();
    const form = page.getByRole("group", { name: "The picture at the cursor" });
    await form.getByRole("textbox", { name: "Alternative text" }).fill("A boat");
    await form.getByRole("textbox", { name: "Caption" }).fill("Off Dover");
    await expectSound(page, "the words of a picture");
    await saved(page);
    await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
    const path = new URL(page.url()).pathname;
    expect((await stored(page)).originalContent).toMatch(/<img src="[^"]+" alt="A boat" title="Off Dover">/);

    await page.route("**/admin/**", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await text(page).getByText("After it.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Nothing of this is lost.");
    await expect(state(page)).toHaveText("Offline, kept on this device");
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: false });

    await openPage(other, server.url(path));
    const dialog = other.getByRole("dialog", { name: "There is unsaved text" });
    await expect(dialog).toContainText("Nothing of this is lost.");
    // Nobody wrote the HTML of it.
    await expect(dialog).not.toContainText("<p>");
    await dialog.getByRole("button", { name: "Restore it" }).click();
    await expect(text(other)).toContainText("After it. Nothing of this is lost.");
    await saved(other);
    expect(await stored(other)).toMatchObject({
      editorType: "RICHTEXT",
      originalContent: expect.stringContaining("Nothing of this is lost."),
    });

    await other.getByRole("banner").getByRole("button", { name: "Publish" }).click();
    const sheet = other.getByRole("dialog", { name: "Publish" });
    await sheet.getByRole("radio", { name: "On another date…" }).check();
    await sheet.getByLabel("On another date…").last().fill("2999-01-01T08:00");
    await sheet.getByRole("button", { name: "Schedule" }).click();
    await expect(other.locator("[data-standing]")).toHaveAttribute("data-standing", "scheduled");
    await expect(text(other)).toContainText("Nothing of this is lost.");
  });
});

test("a picture in Markdown has its words asked for at the picture, and a title typed in brackets becomes a link", async ({
  open,
}) => {
  await ada.post({ title: "Stars above", originalContent: "Words.", status: "PUBLISHED", slug: "stars" });
  const { id } = await ada.post({ title: "Words", originalContent: "![](/favicon.svg)", status: "DRAFT" });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, `/admin/posts/${id}`);
  await text(page).press("Control+End");
  const form = page.getByRole("group", { name: "The picture at the cursor" });
  await form.getByRole("textbox", { name: "Alternative text" }).fill("The [sign]");
  await form.getByRole("textbox", { name: "Caption" }).fill("Of the site");
  await form.getByRole("combobox", { name: "How it stands" }).selectOption("Small");
  await expect(text(page).locator(".cm-line")).toHaveText('![The \\[sign\\]](/favicon.svg#small "Of the site")');
  await expectSound(page, "the words of a picture in Markdown");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.type("See [[stars");
  await expect(page.getByRole("option", { name: /Stars above/ })).toBeVisible();
  // The list ignores keys in its first moments, when nobody can have read it.
  await page.clock.setSystemTime(Date.now() + 1000);
  await page.keyboard.press("Enter");
  await expect(text(page)).toContainText("See [Stars above](/archives/stars)");
});

test("the preview has the real look at three widths", async ({ open }) => {
  const { id } = await ada.post({
    title: "Wide and narrow",
    originalContent: "Seen as readers will.",
    status: "DRAFT",
  });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, `/admin/posts/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Preview at three widths" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview at three widths" });
  const shown = await ask(
    server,
    new URL((await dialog.locator("iframe").getAttribute("src")) ?? "", server.origin).pathname,
  );
  expect(shown.headers["content-security-policy"]).toContain(`style-src 'self' ${server.origin};`);
  for (const [name, width] of [
    ["Desktop", 1280],
    ["Tablet", 768],
    ["Phone", 360],
  ] as const) {
    await dialog.getByRole("button", { name }).click();
    const frame = dialog.locator("iframe");
    await expect(frame).toHaveAttribute("title", `Preview, ${width} pixels wide`);
    const shown = frame.contentFrame();
    await expect(shown.getByText("Seen as readers will.")).toBeVisible();
    expect(await shown.locator("html").evaluate(() => window.innerWidth)).toBe(width);
  }
});

test("who writes Markdown loads nothing of rich text, and who writes rich text not too much", async ({ open }) => {
  const { id } = await ada.post({ title: "Weighed", originalContent: "<p>Words.</p>", editorType: "RICHTEXT" });
  const page = await open();
  await enter(page, server, "/admin");
  // What that page still loads is not this one's.
  await page.goto("about:blank");
  const weight = await weigh(page);
  await page.goto(server.url(`/admin/posts/${id}`), { waitUntil: "networkidle" });
  await expect(text(page)).toHaveText("Words.");
  console.log("rich text route, bytes of script:", weight("Script"));
  expect(weight("Script")).toBeLessThan(350_000);
});

for (const editorType of ["MARKDOWN", "RICHTEXT"] as const)
  test(`the words of a picture stay where they are while a pointer is pressed below them, in ${editorType}`, async ({
    open,
  }) => {
    const lines = Array.from({ length: 12 }, (_, n) => `Line ${n}.`);
    const { url } = await ada.upload("sign.jpg", await aJpeg({ width: 60, height: 40 }));
    const originalContent =
      editorType === "MARKDOWN"
        ? [`![Sign](${url})`, ...lines].join("\n\n")
        : [`<p><img src="${url}" alt="Sign"></p>`, ...lines.map((line) => `<p>${line}</p>`)].join("\n");
    const { id } = await ada.post({ title: "Pressed", originalContent, editorType, status: "DRAFT" });
    const page = await open({ viewport: { width: 1280, height: 900 } });
    await enter(page, server, `/admin/posts/${id}`);
    const picture = editorType === "MARKDOWN" ? text(page).getByText("![Sign]") : text(page).getByAltText("Sign");
    await picture.click();
    const form = page.getByRole("group", { name: "The picture at the cursor" });
    await expect(form).toBeVisible();
    const box = await text(page).getByText("Line 3.").boundingBox();
    if (!box) throw new Error("The line is not there.");
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The editor has taken the click: without the pointer, the room would go.
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe("Line 3.");
    await page.mouse.move(x + 1, y + 1);
    await expect(form).toBeVisible();
    await page.mouse.up();
    await expect(form).toHaveCount(0);
    await page.keyboard.press("End");
    await page.keyboard.type(" Here.");
    await expect(text(page).getByText("Line 3. Here.")).toBeVisible();
  });
