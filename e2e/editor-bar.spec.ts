import type { Page } from "@playwright/test";
import { type Api } from "./rig/api";
import { enter, expectSound, openPage } from "./rig/desk";
import { leniency } from "./rig/leniency";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// The editor's bar, its keys, and pasting.

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
});

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const standing = (page: Page) => page.locator("[data-standing]");
const saved = (page: Page) => expect(page.locator("[data-save-state]")).toHaveText(/^Saved \d\d:\d\d/);
const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });
const bar = (page: Page, name: string) => page.locator(".editor-bar").getByRole("button", { name, exact: true });

async function openPost(page: Page, fields: Record<string, unknown>): Promise<number> {
  const { id } = await ada.post({ status: "DRAFT", ...fields });
  await enter(page, server, `/admin/posts/${id}`);
  await expect(text(page)).toBeVisible();
  return id;
}

test("the bar says what the post is, and the button what it will do", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openPost(page, { title: "Standing", originalContent: "Text." });
  const drawer = page.getByRole("complementary");
  await expect(standing(page)).toHaveText("Draft");
  await expect(bar(page, "Publish")).toBeVisible();
  await drawer.getByLabel("Visibility").selectOption("INTIMATE");
  await bar(page, "Save privately").click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Save privately" }).click();
  await expect(toast(page, "Saved privately.")).toBeVisible();
  await expect(standing(page)).toHaveText("Private");
  await expect(bar(page, "Update")).toBeVisible();
  await expectSound(page, "a private post");

  await drawer.getByLabel("Visibility").selectOption("PUBLISHED");
  await drawer.getByLabel("Publication date").fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 16));
  await bar(page, "Schedule").click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Schedule" }).click();
  await expect(standing(page)).toHaveText(/^Scheduled for .*\d\d:\d\d$/);
  await expect(bar(page, "Update")).toBeVisible();
  expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ status: "PUBLISHED" });

  await drawer.getByLabel("Publication date").fill("2020-01-01T08:00");
  await bar(page, "Publish").click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  await expect(standing(page)).toHaveText("Published");
  await drawer.getByLabel("Summary").fill("In short.");
  await expect(standing(page)).toHaveText("Published · with unpublished changes");
  await bar(page, "Update").click();
  await expect(standing(page)).toHaveText("Published");
  await drawer.getByLabel("Visibility").selectOption("INTIMATE");
  await expect(bar(page, "Make private")).toBeVisible();
});

test("a post becomes a draft, and goes to the bin, from where it is written; both are taken back", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openPost(page, { title: "To and fro", originalContent: "Text.", status: "PUBLISHED" });
  const status = async () => (await ada.get<{ status: string }>(`/admin/posts/${id}`)).status;
  const choose = async (name: string) => {
    await bar(page, "More").click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Turn into a draft");
  await expect(toast(page, "This is a draft now.")).toBeVisible();
  await expect(standing(page)).toHaveText("Draft");
  expect(await status()).toBe("DRAFT");
  await toast(page, "This is a draft now.").getByRole("button", { name: "Undo" }).click();
  await expect(standing(page)).toHaveText("Published");
  expect(await status()).toBe("PUBLISHED");

  // What was typed a moment before goes along.
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" And more.");
  await choose("Move to the bin");
  await page.waitForURL(server.url("/admin/posts"));
  expect(await status()).toBe("RECYCLE");
  await toast(page, "Moved to the bin.").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "To and fro" })).toBeVisible();
  expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({
    status: "PUBLISHED",
    originalContent: "Text. And more.",
  });

  await ada.must(200, "PUT", `/admin/posts/${id}/status/RECYCLE`);
  await enter(page, server, `/admin/posts/${id}`);
  await choose("Restore as a draft");
  await expect(standing(page)).toHaveText("Draft");
});

test("what was just published stands in the list as that, and in the numbers of the rail", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server);
  const link = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: /^Posts/ });
  const counted = async () => Number(/\d+/.exec((await link.textContent()) ?? "")?.[0]);
  const before = await counted();
  await page.getByRole("link", { name: "New post" }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Fresh from the press");
  await bar(page, "Publish").click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Published.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the posts" }).click();
  await expect(page.locator("[data-row]").filter({ hasText: "Fresh from the press" })).toContainText("Published");
  await expect.poll(counted).toBe(before + 1);
});

test("the dialog before publication proposes a date to come, so that nothing is published by accident", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openPost(page, { title: "Later", originalContent: "Text." });
  await bar(page, "Publish").click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("radio", { name: "On another date…" }).check();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(standing(page)).toHaveText(/^Scheduled for /);
  const { createTime } = await ada.get<{ createTime: string }>(`/admin/posts/${id}`);
  expect(Date.parse(createTime)).toBeGreaterThan(Date.now() + 25 * 60_000);
});

test("the keys of a page are listed, and do what the list says", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const id = await openPost(page, { title: "By key", originalContent: "Text." });
  await text(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Publish or update; press again to confirm");
  await expect(keys).toContainText("In the text");
  await expectSound(page, "the keys of the editor");
  await page.keyboard.press("Escape");

  // Wherever the focus is: after a click on a button that disappears it is nowhere.
  const tools = page.getByRole("toolbar", { name: "Writing tools" });
  await page.getByRole("button", { name: "Write without distraction" }).click();
  await expect(tools).toBeHidden();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Escape");
  await expect(tools).toBeVisible();

  await text(page).click();
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByRole("dialog", { name: "Publish" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Published.")).toBeVisible();
  await expect
    .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
    .toBe("?Text.");
  await text(page).press("Control+Home");
  await page.keyboard.type("Now: ");
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Updated.")).toBeVisible();
  expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe("Now: ?Text.");

  await openPage(page, server.url("/admin/posts"));
  await page.keyboard.type("?");
  await expect(keys).toContainText("Next row");
  await expect(keys).not.toContainText("In the text");
  await expectSound(page, "the keys of the list");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(page.locator("[data-row] a:focus")).toHaveCount(1);
});

test("the palette shows the title that was typed before texts that hold the word", async ({ open }) => {
  await ada.post({ title: "Capstan", originalContent: "A wheel." });
  for (let i = 0; i < 10; i += 1) await ada.post({ title: `Log ${i}`, originalContent: "Around the capstan." });
  const page = await open();
  await enter(page, server);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("capstan");
  await expect(page.getByRole("option").first()).toHaveText("Capstan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Capstan");
});

/** Pastes HTML as a browser copies it, with the keys that a person presses. */
async function paste(page: Page, html: string, plain: string, keys = "Control+v"): Promise<void> {
  await page.evaluate(
    ([rich, words]) =>
      navigator.clipboard.write([
        new ClipboardItem({
          "text/html": new Blob([rich ?? ""], { type: "text/html" }),
          "text/plain": new Blob([words ?? ""], { type: "text/plain" }),
        }),
      ]),
    [html, plain],
  );
  await page.keyboard.press(keys);
}

const page1 =
  '<h2>The mill race</h2><p>A <strong>table</strong> of <a href="https://example.org/hours">hours</a>:</p><ul><li>one</li><li>two</li></ul><table><tr><th>Hour</th><th>Height</th></tr><tr><td>1</td><td>2.4</td></tr></table>';
const plain1 = "The mill race\nA table of hours:\none\ntwo\nHour\tHeight\n1\t2.4";
const markdown1 =
  "## The mill race\n\nA **table** of [hours](https://example.org/hours):\n\n- one\n- two\n\n| Hour | Height |\n| - | - |\n| 1 | 2.4 |";

test("pasted HTML keeps its structure, and Undo, Ctrl-Shift-V and code keep the plain text", async ({ open }) => {
  const page = await open({
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const id = await openPost(page, { title: "Pasted", originalContent: "Before." });
  const content = async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent;
  await text(page).click();
  await page.keyboard.press("Control+End");
  await paste(page, page1, plain1);
  await expect(text(page)).toContainText("## The mill race");
  await saved(page);
  await expect.poll(content).toBe(`Before.\n\n${markdown1}`);
  await page.keyboard.press("Control+z");
  await expect.poll(content).toBe(`Before.${plain1}`);

  await text(page).fill("");
  await paste(page, page1, plain1, "Control+Shift+v");
  await expect.poll(content).toBe(plain1);

  await text(page).fill("```\n\n```");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await paste(page, "<p>let <b>a</b> = 1</p>", "let a = 1");
  await expect.poll(content).toBe("```\nlet a = 1\n```");

  // Converting a long page does not block writing.
  await text(page).fill("");
  await paste(page, page1.repeat(300), plain1.repeat(300));
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("Typed beside it. ");
  await expect(text(page)).toContainText("Typed beside it. ");
  await expect
    .poll(async () => (await content()).split("## The mill race").length, { timeout: 60_000 * leniency })
    .toBe(301);
  expect(await content()).toContain("Typed beside it. ");
});

for (const editorType of ["MARKDOWN", "RICHTEXT"])
  test(`the address of a video becomes its player where it is pasted, and Undo takes that back, in ${editorType}`, async ({
    open,
  }) => {
    const page = await open({
      viewport: { width: 1280, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const id = await openPost(page, { title: "Filmed", editorType, originalContent: "" });
    const content = async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent;
    await text(page).click();
    await page.evaluate(() => navigator.clipboard.writeText("https://www.youtube.com/watch?v=abc-123"));
    await page.keyboard.press("Control+v");
    await expect.poll(content).toMatch(/<iframe[^>]+src="https:\/\/www\.youtube-nocookie\.com\/embed\/abc-123"/);
    await page.keyboard.press("Control+z");
    await expect.poll(content).not.toContain("<iframe");
  });

test("a category is made beside the text, at the top and inside another", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const ships = await ada.category({ name: "Ships" });
  await ada.category({ name: "Weather" });
  const id = await openPost(page, { title: "Sorted", originalContent: "Text." });
  const drawer = page.getByRole("complementary");
  await drawer.getByRole("button", { name: "New category" }).click();
  await expect(drawer.getByLabel("Name of the category")).toBeFocused();
  await expectSound(page, "a new category");
  await drawer.getByLabel("Name of the category").fill("Sails");
  await drawer.getByLabel("Parent category").selectOption(String(ships.id));
  await drawer.getByRole("button", { name: "Create", exact: true }).click();
  await expect(drawer.getByRole("checkbox")).toHaveCount(4);
  await expect(drawer.getByRole("checkbox", { name: "Sails" })).toBeChecked();
  await expect(drawer.locator("li", { hasText: "Sails" }).first()).toHaveText("Sails");
  await saved(page);
  const { categories } = await ada.get<{ categories: { name: string }[] }>(`/admin/posts/${id}`);
  expect(categories.map(({ name }) => name)).toEqual(["Sails"]);
  // Closed and opened again, the settings keep it.
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(drawer).toHaveCount(0);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(drawer.getByRole("checkbox", { name: "Sails" })).toBeChecked();
});

test("each template is a layout of its own, and one that nobody knows is kept and shown as the default", async ({
  open,
  reader,
  accessible,
}) => {
  const layout = {
    originalContent: "## One\n\nText.\n\n## Two\n\nText.\n\n## Three\n\nText.",
    metaKeywords: "tides, harbours",
    summary: "In short.",
  };
  const shown = async (path: string) => {
    await reader.goto(server.url(path));
    await accessible(reader);
    const has = async (selector: string) => (await reader.locator(selector).count()) > 0;
    const box = await reader.locator("article.story .prose").boundingBox();
    return {
      masthead: await has("header.masthead"),
      byline: await has("article .meta"),
      contents: await has(".contents"),
      footer: await reader.locator(".foot").isVisible(),
      title: (await reader.locator("h1").boundingBox())?.width !== 1,
      width: Math.round(box?.width ?? 0),
    };
  };
  await reader.setViewportSize({ width: 1280, height: 900 });
  const plain = { masthead: true, byline: true, contents: true, footer: true, title: true };
  for (const kind of ["post", "sheet"] as const) {
    const make = async (template: string) =>
      (await ada[kind]({ title: `${kind} ${template || "plain"}`, template, ...layout })).url;
    const usual = await shown(await make(""));
    const byline = kind === "post";
    expect(usual).toMatchObject({ ...plain, byline });
    await expect(reader.locator('meta[name="keywords"]')).toHaveAttribute("content", "tides, harbours");
    expect(await shown(await make("magazine"))).toEqual(usual);
    const wide = await shown(await make("wide"));
    expect(wide).toMatchObject({ ...plain, byline });
    expect(wide.width).toBeGreaterThan(usual.width + 100);
    expect(await shown(await make("landing"))).toMatchObject({
      masthead: true,
      byline: false,
      contents: false,
      footer: true,
      title: true,
    });
    expect(await shown(await make("bare"))).toMatchObject({
      masthead: false,
      byline: false,
      contents: false,
      footer: false,
      title: false,
    });
  }
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openPost(page, { title: "Kept template", originalContent: "Text.", template: "magazine" });
  const template = page.getByRole("complementary").getByLabel("Template");
  await expect(template).toHaveValue("magazine");
  await expect(template).toHaveAccessibleDescription("This site does not have this template and uses the default.");
  await page.getByRole("complementary").getByLabel("Keywords").fill("one, two");
  await saved(page);
  await expect
    .poll(() => ada.get(`/admin/posts/${id}`))
    .toMatchObject({ template: "magazine", metaKeywords: "one, two" });
});
