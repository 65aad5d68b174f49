import type { Page } from "@playwright/test";
import { aJpeg } from "../lib/testing/pictures";
import { type Api } from "./rig/api";
import { awake, enter, expectSound } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Everything around the text: settings, dates, find and replace, full screen.

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
  const ships = await ada.category({ name: "Ships" });
  await ada.category({ name: "Sails", parentId: ships.id });
  await ada.tag({ name: "Tides" });
});

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const state = (page: Page) => page.locator("[data-save-state]");
const saved = (page: Page) => expect(state(page)).toHaveText(/^Saved \d\d:\d\d/);
const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });

/** Opens a draft made for this test. */
async function openDraft(page: Page, fields: Record<string, unknown>): Promise<number> {
  const { id } = await ada.post({ status: "DRAFT", ...fields });
  await enter(page, server, `/admin/posts/${id}`);
  await expect(text(page)).toBeVisible();
  return id;
}

test("every setting of the drawer is saved with the draft, and a tag is made on the way", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, { title: "Fitted out", originalContent: "Text." });
  const drawer = page.getByRole("complementary");
  await drawer.getByRole("checkbox", { name: "Sails" }).check();
  await drawer.getByRole("checkbox", { name: "Ships" }).check();

  const tags = drawer.getByRole("combobox", { name: "Tags" });
  await tags.fill("ti");
  await page.getByRole("option", { name: "Tides" }).click();
  await expect(drawer.getByRole("button", { name: "Remove Tides" })).toBeVisible();
  await tags.fill("Rigging");
  await expect(page.getByRole("option", { name: "Create “Rigging”" })).toBeVisible();
  await expectSound(page, "the offered tags");
  await tags.press("Enter");
  await expect(drawer.getByRole("button", { name: "Remove Rigging" })).toBeVisible();
  // Enter before anything was offered takes exactly what was typed.
  await tags.fill("tides");
  await tags.press("Enter");
  await expect(drawer.getByRole("button", { name: "Remove Tides" })).toHaveCount(1);
  await expect(tags).toHaveValue("");

  await drawer.getByLabel("Password").fill("open up");
  await drawer.getByLabel("Template").selectOption("wide");
  await drawer.getByLabel("Pinned").fill("2");
  await drawer.getByLabel("Comments allowed").uncheck();
  await drawer.getByLabel("Description", { exact: true }).fill("For those who search.");
  await drawer.getByRole("button", { name: "Add a field" }).click();
  await drawer.getByLabel("Name of field 1").fill("mood");
  await drawer.getByLabel("Value of field 1").fill("calm");
  await drawer.getByRole("button", { name: "Add a field" }).click();
  await drawer.getByLabel("Name of field 2").fill("mood");
  await expectSound(page, "the filled drawer");
  await drawer.getByLabel("Value of field 2").blur();
  await drawer.getByRole("button", { name: "Remove field 2" }).click();
  await saved(page);
  const names = async () => {
    const { categories, tags: inPost } = await ada.get<{ categories: { name: string }[]; tags: { name: string }[] }>(
      `/admin/posts/${id}`,
    );
    return { categories: categories.map(({ name }) => name).sort(), tags: inPost.map(({ name }) => name).sort() };
  };
  await expect.poll(names).toEqual({ categories: ["Sails", "Ships"], tags: ["Rigging", "Tides"] });
  await expect
    .poll(() => ada.get(`/admin/posts/${id}`))
    .toMatchObject({
      password: "open up",
      template: "wide",
      topPriority: 2,
      disallowComment: true,
      metaDescription: "For those who search.",
      metas: [{ key: "mood", value: "calm" }],
    });

  await page.reload();
  await awake(page);
  await expect(drawer.getByRole("checkbox", { name: "Sails" })).toBeChecked();
  await expect(drawer.getByLabel("Value of field 1")).toHaveValue("calm");
  await drawer.getByRole("button", { name: "Remove Tides" }).click();
  await expect.poll(async () => (await names()).tags).toEqual(["Rigging"]);

  // A text published with a password opens with that only.
  await page.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Published.")).toBeVisible();
  const visitor = await open({ javaScriptEnabled: false });
  await visitor.goto(server.url("/archives/fitted-out"));
  await expect(visitor.locator(".prose")).toHaveCount(0);
  await visitor.getByLabel("Password").fill("open up");
  await visitor.getByLabel("Password").press("Enter");
  await expect(visitor.locator(".prose")).toHaveText("Text.");
});

test("what is written for the card stands in the head of the page", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, {
    title: "Told elsewhere",
    originalContent: "Text.",
    summary: "In short.",
    thumbnail: "/favicon.svg",
  });
  const drawer = page.getByRole("complementary");
  await drawer.getByLabel("Card title").fill("Come and see");
  await drawer.getByLabel("Card description").fill("Only here.");
  await drawer.getByLabel("Title in search results").fill("Found by this");
  await drawer.getByLabel("Caption of the cover").fill("Off <Dover>");
  await drawer.getByLabel("Alternative text of the cover").fill("A boat");
  await drawer.getByRole("button", { name: "Add a field" }).click();
  await drawer.getByLabel("Name of field 1").fill("mood");
  await drawer.getByRole("button", { name: "Add a field" }).click();
  await drawer.getByLabel("Name of field 2").fill("twitter_title");
  await drawer.getByLabel("Value of field 2").fill("On X");
  await expectSound(page, "the fields of the card");
  await expect
    .poll(async () => (await ada.get<{ metas: unknown[] }>(`/admin/posts/${id}`)).metas)
    .toEqual(
      [
        { key: "feature_image_alt", value: "A boat" },
        { key: "feature_image_caption", value: "Off <Dover>" },
        { key: "meta_title", value: "Found by this" },
        { key: "mood", value: "" },
        { key: "og_description", value: "Only here." },
        { key: "og_title", value: "Come and see" },
        { key: "twitter_title", value: "On X" },
      ].map((meta) => expect.objectContaining(meta) as unknown),
    );
  await saved(page);
  await ada.status(id, "PUBLISHED");
  const { url } = await ada.get<{ url: string }>(`/admin/posts/${id}`);
  const head = await (await fetch(server.url(url))).text();
  for (const [name, content] of [
    ["og:title", "Come and see"],
    ["og:description", "Only here."],
  ])
    expect(head).toContain(`<meta property="${name}" content="${content}"`);
  expect(head).toContain('<meta name="description" content="In short."');
  expect(head).toContain("<title>Found by this</title>");
  expect(head).toContain('<meta name="twitter:title" content="On X"');
  // X takes what it has no words of its own for from the card of all others.
  expect(head).toContain('<meta property="og:description" content="Only here."');
  expect(head).not.toContain("twitter:description");
  expect(head).toMatch(
    /<figure><img[^>]* alt="A boat"[^>]*\/?><figcaption>Off &lt;Dover(?:&gt;|>)<\/figcaption><\/figure>/,
  );
});

test("a field that is refused does not keep the text from being saved, and is saved once it is put right", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, { title: "Twice named", originalContent: "Before." });
  const drawer = page.getByRole("complementary");
  for (const number of [1, 2]) {
    await drawer.getByRole("button", { name: "Add a field" }).click();
    await drawer.getByLabel(`Name of field ${number}`).fill("mood");
  }
  await text(page).fill("After.");
  await expect
    .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
    .toBe("After.");
  await saved(page);
  await expect(drawer.getByRole("alert")).toBeVisible();
  expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ metas: [] });
  await expectSound(page, "a refused field");

  // With the settings closed, the words in the bar report the error and lead there.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(drawer).toHaveCount(0);
  await expect(state(page)).toContainText("a setting was refused");
  await expectSound(page, "a refused field out of sight");
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name of field 2")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Show it" })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 1000 });

  // The refused edits are still on this device.
  await page.reload();
  await awake(page);
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(drawer.getByLabel("Name of field 2")).toHaveValue("mood");
  await drawer.getByLabel("Name of field 2").fill("weather");
  await expect
    .poll(async () => (await ada.get<{ metas: { key: string }[] }>(`/admin/posts/${id}`)).metas.map(({ key }) => key))
    .toEqual(["mood", "weather"]);
  await saved(page);
  await expect(drawer.getByRole("alert")).toHaveCount(0);
  await expect(state(page)).not.toContainText("refused");
});

test("a tag and a category that somebody deleted meanwhile are shown, and can be taken away", async ({ open }) => {
  const [tag, category, kept] = [
    await ada.tag({ name: "Knots" }),
    await ada.category({ name: "Ropes" }),
    await ada.category({ name: "Buoys" }),
  ];
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, {
    title: "What others deleted",
    originalContent: "Before.",
    tagIds: [tag.id],
    categoryIds: [category.id, kept.id],
  });
  await ada.call("DELETE", `/admin/tags/${tag.id}`);
  await ada.call("DELETE", `/admin/categories/${category.id}`);
  await text(page).fill("After.");
  await expect(state(page)).toContainText("a setting was refused");
  // The text is sent again, without the setting.
  await expect.poll(() => ada.get(`/admin/posts/${id}`)).toMatchObject({ originalContent: "After." });
  const drawer = page.getByRole("complementary");
  await expect(drawer.getByText("This no longer exists.")).toHaveCount(1);
  await expectSound(page, "a deleted category");
  await drawer.getByRole("checkbox", { name: "Ropes" }).uncheck();
  await drawer.getByRole("button", { name: "Remove Knots" }).click();
  await saved(page);
  await expect(state(page)).not.toContainText("refused");
  await expect(drawer.getByRole("alert")).toHaveCount(0);
  await expect
    .poll(async () => (await ada.get<{ categoryIds: number[]; tagIds: number[] }>(`/admin/posts/${id}`)).categoryIds)
    .toEqual([kept.id]);
});

test("a publication that is refused leads to the field, wherever it is", async ({ open }) => {
  const nets = await ada.category({ name: "Nets" });
  const page = await open({ viewport: { width: 768, height: 1000 } });
  const id = await openDraft(page, { title: "Twice a field", originalContent: "Text.", status: "PUBLISHED" });
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const sheet = page.getByRole("dialog");
  for (const number of [1, 2]) {
    await sheet.getByRole("button", { name: "Add a field" }).click();
    await sheet.getByLabel(`Name of field ${number}`).fill("mood");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(sheet.getByLabel("Name of field 2")).toBeFocused();
  await expect(sheet.getByRole("alert")).toHaveText("This is listed twice.");
  await sheet.getByLabel("Name of field 2").fill("weather");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(toast(page, "Updated")).toBeVisible();
  expect((await ada.get<{ metas: unknown[] }>(`/admin/posts/${id}`)).metas).toHaveLength(2);

  // Errors that only the server finds are focused as well.
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await sheet.getByRole("checkbox", { name: "Nets" }).check();
  await sheet.getByRole("checkbox", { name: "Ships" }).check();
  await page.keyboard.press("Escape");
  await ada.call("DELETE", `/admin/categories/${nets.id}`);
  await page.getByRole("button", { name: "Update" }).click();
  await expect(sheet.getByRole("checkbox", { name: "Nets" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(state(page)).toHaveText(/a setting was refused$/);
  await page.getByRole("button", { name: "Show it" }).click();
  await sheet.getByRole("checkbox", { name: "Nets" }).uncheck();
  await expect(sheet.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(sheet.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Update" }).click();
  await expect
    .poll(async () => (await ada.get<{ categoryIds: number[] }>(`/admin/posts/${id}`)).categoryIds)
    .toHaveLength(1);
});

test("a post is scheduled from the sheet, and nobody sees it before", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const id = await openDraft(page, { title: "Not before tomorrow", originalContent: "Patience." });
  await page.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  const sheet = page.getByRole("dialog", { name: "Publish" });
  await sheet.getByRole("radio", { name: "On another date…" }).check();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await sheet.getByLabel("On another date…").last().fill(tomorrow);
  await expectSound(page, "the sheet with a date");
  await sheet.getByRole("button", { name: "Schedule" }).click();
  await expect(toast(page, "Scheduled.")).toBeVisible();
  expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ status: "PUBLISHED", createTime: `${tomorrow}:00.000Z` });
  expect((await fetch(server.url("/archives/not-before-tomorrow"))).status).toBe(404);
  await page.goto(server.url("/admin/posts?state=scheduled"));
  await expect(page.getByRole("link", { name: "Not before tomorrow" })).toBeVisible();
});

test("find and replace changes every place at once, and Undo brings them back", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const id = await openDraft(page, { title: "Spelling", originalContent: "A gray sea.\n\nA gray sky." });
  await page.getByRole("button", { name: "Find and replace" }).click();
  await expect(page.getByLabel("Find", { exact: true })).toBeFocused();
  await page.keyboard.type("gray");
  await page.getByLabel("Replace", { exact: true }).fill("grey");
  await expectSound(page, "find and replace");
  await page.getByRole("button", { name: "replace all" }).click();
  await expect(text(page)).toContainText("A grey sea.");
  await expect(text(page)).toContainText("A grey sky.");
  await page.getByLabel("Find", { exact: true }).press("Escape");
  await expect(text(page)).toBeFocused();
  await saved(page);
  await expect
    .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
    .toBe("A grey sea.\n\nA grey sky.");
  await page.keyboard.press("Control+z");
  await expect(text(page)).toContainText("A gray sky.");
  // Far down in a text, the fields stand below the tools, not behind them.
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n\nA line.".repeat(60));
  await page.keyboard.press("Control+f");
  const isOnTop = () =>
    page.getByLabel("Find", { exact: true }).evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    });
  await expect.poll(isOnTop).toBe(true);
});

test("one may write without distraction, and come back by key and by button", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await openDraft(page, { title: "Quiet", originalContent: "Words." });
  const tools = page.getByRole("toolbar", { name: "Writing tools" });
  const focusMode = page.getByRole("button", { name: "Write without distraction" });
  await focusMode.click();
  await expect(tools).toBeHidden();
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expectSound(page, "without distraction");
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" More of them.");
  await saved(page);
  await page.keyboard.press("Escape");
  await expect(tools).toBeVisible();
  await focusMode.click();
  await page.getByRole("button", { name: "Show the tools again" }).click();
  await expect(tools).toBeVisible();
  await expect(text(page)).toContainText("Words. More of them.");
});

test("their text is taken, and mine comes back when it is wanted", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const id = await openDraft(page, { title: "Two hands", originalContent: "Ours." });
  await ada.must(200, "PUT", `/admin/posts/${id}/content`, { originalContent: "Theirs." });
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Mine.");
  await page.getByRole("dialog", { name: "Changed elsewhere" }).getByRole("button", { name: "Take theirs" }).click();
  await expect(text(page)).toHaveText("Theirs.");
  await expect(toast(page, "Their text is loaded.")).toBeVisible();
  await toast(page, "Their text is loaded.").getByRole("button", { name: "Bring mine back" }).click();
  await expect(text(page)).toHaveText("Ours. Mine.");
  await saved(page);
  await expect
    .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
    .toBe("Ours. Mine.");
});

test("among many categories one is found by typing", async ({ open }) => {
  const ids = new Map<string, number>();
  for (const name of ["Anchors", "Bells", "Charts", "Decks", "Engines", "Flags", "Galleys", "Hulls", "Keels", "Lamps"])
    ids.set(name, (await ada.category({ name })).id);
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, { title: "Sorted", originalContent: "Text." });
  const drawer = page.getByRole("complementary");
  await drawer.getByRole("searchbox", { name: "Find a category…" }).fill("gall");
  await expect(drawer.getByRole("group", { name: "Categories" }).getByRole("checkbox")).toHaveCount(1);
  await drawer.getByRole("checkbox", { name: "Galleys" }).check();
  await expectSound(page, "a category that was found");
  await expect
    .poll(async () => (await ada.get<{ categoryIds: number[] }>(`/admin/posts/${id}`)).categoryIds)
    .toEqual([ids.get("Galleys")]);
  await page.goto(server.url("/admin/posts"));
  await awake(page);
  const chip = page.getByRole("combobox", { name: "Category" });
  await chip.fill("galleys");
  await page.getByRole("option", { name: "Galleys" }).click();
  await expect(page.getByRole("link", { name: "Sorted" })).toBeVisible();
  await expect(chip).toHaveValue("Galleys");
});

test("another cover is shown from its middle, whatever was in sight of the one before", async ({ open }) => {
  const pictures = [];
  for (const width of [120, 121])
    pictures.push(await ada.upload(`cover ${width}.jpg`, await aJpeg({ width, height: 80 })));
  const page = await open({ viewport: { width: 1280, height: 1000 } });
  const id = await openDraft(page, { title: "Covered", thumbnail: pictures[0]?.url, coverX: 20, coverY: 70 });
  const drawer = page.getByRole("complementary");
  await drawer.getByText("What stays in sight").click();
  await expect(drawer.getByRole("button", { name: "The point in sight: 20 %" })).toBeVisible();
  await drawer.getByRole("button", { name: "Cover: change" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a picture" });
  await picker.getByRole("option", { name: "cover 121.jpg" }).click();
  await picker.getByRole("button", { name: "Use it" }).click();
  await expect(drawer.getByRole("button", { name: "The point in sight: 50 % from the left, 50 %" })).toBeVisible();
  await expect
    .poll(() => ada.get(`/admin/posts/${id}`))
    .toMatchObject({ thumbnail: pictures[1]?.url, coverX: 50, coverY: 50 });
});
