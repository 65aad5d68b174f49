import { type Api } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// What the list kit does, walked on pages.

const server = serveSite();
let api: Api;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  api = owner(server);
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  for (let n = 1; n <= 21; n += 1) await api.sheet({ title: `Page ${n}`, createTime: daysAgo(n) });
  await api.sheet({ title: "Imprint", status: "DRAFT", createTime: daysAgo(0) });
});

test("tabs, search, order and pages of the list stand in its address", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/sheets");
  await expect(
    page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Pages 22" }),
  ).toBeVisible();
  await expectSound(page, "the list of pages");
  await expect(page.getByText("1–20 of 22")).toBeVisible();
  await page.getByRole("combobox", { name: "Per page" }).selectOption("50");
  await expect(page).toHaveURL(/\?size=50$/);
  await expect(page.locator("[data-row]")).toHaveCount(22);
  await page.getByRole("columnheader", { name: "Title" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("[data-main]").first()).toHaveText("Imprint");
  await page.getByRole("link", { name: "Drafts 1" }).click();
  await expect(page).toHaveURL(/state=drafts/);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.goto(server.url("/admin/sheets?keyword=nothingofthekind"));
  await expect(page.getByText("No page matches your search.")).toBeVisible();
  await page.getByRole("link", { name: "Clear search and filters" }).click();
  await expect(page).toHaveURL(server.url("/admin/sheets"));
  await page.goto(server.url("/admin/sheets?state=nonsense&page=999&sort=password,asc&size=7&size=x"));
  await expect(page).toHaveURL(/page=4&size=7$/);
});

test("the keyboard does it all, Undo included, and the focus stays in the list", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/sheets?size=50");
  const focused = page.locator(":focus");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(focused).toHaveText("Page 1");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected pages" });
  await expect(bar).toContainText("2 selected");
  await expectSound(page, "the bulk bar of pages");
  await bar.getByRole("button", { name: "Bin" }).press("Enter");
  await expect(page.getByText("2 pages moved to the bin.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Bin 2" })).toBeVisible();
  await expect(page.locator("[data-row]").filter({ has: focused })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Bin 0" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Page 1", exact: true })).toBeVisible();

  await page.getByRole("checkbox", { name: "Select “Page 2”", exact: true }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("In the list");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/admin\/sheets\/\d+$/);
});

test("all of a list are selected, and deleted for good by their number", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/sheets?keyword=Page");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/admin/sheets/ids?**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Select all 21" }).click();
  // Pressed before the answer, it would take this page alone.
  await expect(page.getByRole("toolbar").getByRole("button", { name: "Bin" })).toBeDisabled();
  release();
  await page.getByRole("toolbar").getByRole("button", { name: "Bin" }).click();
  await expect(page.getByText("21 pages moved to the bin.")).toBeVisible();
  await page.getByRole("link", { name: "Bin 21" }).click();
  await page.getByRole("checkbox", { name: "Select “Page 1”", exact: true }).check();
  await page.getByRole("checkbox", { name: "Select “Page 2”", exact: true }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete for good" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 pages for good?" });
  await expectSound(page, "the question before deleting");
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("2 pages deleted for good.")).toBeVisible();
  await page.getByRole("button", { name: "Actions for “Page 3”" }).click();
  await page.getByRole("menuitem", { name: "Restore as a draft" }).click();
  await expect(page.getByText("Now a draft.")).toBeVisible();
});

test("on a phone rows are cards", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await enter(page, server, "/admin/sheets");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectSound(page, "the cards of pages");
  await page.getByRole("checkbox", { name: "Select “Imprint”" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Make private" }).click();
  await expect(page.getByText("Made private.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
});

test("a page is written in the same editor, without categories, tags and pin, and published", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/sheets");
  await page.getByRole("link", { name: "New page" }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("About us");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const first = await text.elementHandle();
  // The title alone gives the page its address; the editor stays the same, with whatever is written meanwhile.
  await expect(page).toHaveURL(/\/admin\/sheets\/\d+$/);
  await text.click();
  await page.keyboard.insertText("We print on Fridays.");
  await expect(page.locator("[data-save-state]")).toHaveText(/^Saved \d\d:\d\d/);
  expect(await first.evaluate((element) => element.isConnected && element.textContent)).toBe("We print on Fridays.");
  const settings = page.getByRole("complementary", { name: "Page settings" });
  await expect(settings).toBeVisible();
  await expect(settings.getByText("Categories")).toHaveCount(0);
  await expect(settings.getByText("Tags", { exact: true })).toHaveCount(0);
  await expectSound(page, "the editor of a page");
  await page
    .getByRole("button", { name: "Publish…" })
    .or(page.getByRole("button", { name: "Publish" }))
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  // The settings say "once it is published." from the beginning.
  await expect(page.locator("[data-standing]")).toHaveAttribute("data-standing", "published");
  await expect(page.getByText(/^Published\. /)).toBeVisible();
  const reader = await open();
  await reader.goto(server.url("/about-us"));
  await expect(reader.getByText("We print on Fridays.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the pages" }).click();
  await expect(page.getByRole("link", { name: "About us" })).toBeVisible();
});
