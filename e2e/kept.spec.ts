import type { Page } from "@playwright/test";
import { type Api } from "./rig/api";
import { enter, expectSound, openPage } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Edits on this device stay until the server has them or somebody decides.

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
});

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const state = (page: Page) => page.locator("[data-save-state]");
const saved = (page: Page) => expect(state(page)).toHaveText(/^Saved \d\d:\d\d/);
const dialog = (page: Page) => page.getByRole("dialog", { name: "There is unsaved text" });
const note = (page: Page, count = "1 unsaved text") => page.getByRole("button", { name: `${count} on this device` });

/** Blocks edits from reaching the server; pages still load. */
const cutOff = (page: Page) =>
  page.route("**/admin/**", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
  await expect(state(page)).toHaveText("Offline, kept on this device");
}

/** Writes edits that reach this device only, and closes the window. */
async function leaveBehind(page: Page, path: string, words: string): Promise<void> {
  const other = await page.context().newPage();
  await cutOff(other);
  await openPage(other, server.url(path));
  await write(other, words);
  await other.close({ runBeforeUnload: false });
}

test.describe("with connections that fail on purpose", () => {
  test("a text that was put aside stays, whatever is saved afterwards, until it is restored or deleted", async ({
    openUnwatched,
  }) => {
    const { id } = await ada.post({ title: "Tides", originalContent: "Before.", status: "DRAFT" });
    const page = await openUnwatched({ viewport: { width: 1280, height: 900 } });
    await enter(page, server);
    await leaveBehind(page, `/admin/posts/${id}`, " Kept here.");
    await openPage(page, server.url(`/admin/posts/${id}`));
    await expect(dialog(page)).toContainText("Added: Before. Kept here.");
    await expectSound(page, "a text that was not saved");
    await page.keyboard.press("Escape");
    await expect(note(page)).toBeVisible();
    await text(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(" Something else.");
    await saved(page);
    await expect(note(page)).toBeVisible();
    await expectSound(page, "the bar with a text that was not saved");

    // It is offered once; the bar continues to link to it.
    await openPage(page, server.url(`/admin/posts/${id}`));
    await note(page).click();
    await expect(dialog(page)).toContainText("Removed: Before. Something else.");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await note(page).click();
    await dialog(page).getByRole("button", { name: "Restore it" }).click();
    await expect(text(page)).toHaveText("Before. Kept here.");
    await saved(page);
    await expect(note(page)).toBeHidden();
    const [revision] = await ada.get<{ id: number }[]>(`/admin/posts/${id}/revisions`);
    expect(await ada.get(`/admin/posts/${id}/revisions/${revision?.id}`)).toMatchObject({
      originalContent: "Before. Something else.",
    });
    expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ originalContent: "Before. Kept here." });

    await leaveBehind(page, `/admin/posts/${id}`, " Not wanted.");
    await openPage(page, server.url(`/admin/posts/${id}`));
    await dialog(page).getByRole("button", { name: "Delete it" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete it" }).click();
    await expect(dialog(page)).toBeHidden();
    await openPage(page, server.url(`/admin/posts/${id}`));
    await expect(text(page)).toHaveText("Before. Kept here.");
    await expect(note(page)).toBeHidden();
  });

  test("two new posts in two windows are two texts; a window finds its own again, and those of closed ones are found", async ({
    openUnwatched,
  }) => {
    const page = await openUnwatched({ viewport: { width: 1280, height: 900 } });
    await enter(page, server);
    const [one, two] = [await page.context().newPage(), await page.context().newPage()];
    for (const [window, words] of [
      [one, "First words."],
      [two, "Second words."],
    ] as const) {
      await cutOff(window);
      await openPage(window, server.url("/admin/posts/new"));
      await write(window, words);
    }
    // The text of an open editor is not offered elsewhere.
    await openPage(page, server.url("/admin/posts"));
    await expect(page.getByRole("heading", { name: "Posts" })).toBeVisible();
    await expect(page.getByText("on this device.")).toBeHidden();

    two.on("dialog", (asked) => void asked.accept());
    await two.reload();
    await expect(dialog(two)).toContainText("Added: Second words.");
    await two.unroute("**/admin/**");
    await dialog(two).getByRole("button", { name: "Restore it" }).click();
    await saved(two);
    await expect(two).toHaveURL(/\/admin\/posts\/\d+$/);
    expect(await ada.get(`/admin/posts/${two.url().split("/").pop()}`)).toMatchObject({
      originalContent: "Second words.",
    });
    await two.close();

    await one.close({ runBeforeUnload: false });
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText("1 unsaved text on this device.")).toBeVisible();
    await expectSound(page, "the list with a text that was not saved");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    const list = page.getByRole("dialog", { name: "Unsaved texts on this device" });
    await expect(list.getByRole("listitem")).toHaveText([/First words\./]);
    await expectSound(page, "the list of texts that were not saved");
    await page.keyboard.press("Escape");

    // The next new post begins empty and links to it.
    await openPage(page, server.url("/admin/posts/new"));
    await expect(text(page)).toHaveText(/^(?!.*First words)/);
    await note(page).click();
    await dialog(page).getByRole("button", { name: "Restore it" }).click();
    await expect(text(page)).toHaveText("First words.");
    await saved(page);
    await openPage(page, server.url("/admin/posts"));
    await expect(page.getByText("on this device.")).toBeHidden();
  });

  test("a text whose post is gone is opened as a new post", async ({ openUnwatched }) => {
    const { id } = await ada.post({ title: "Gone", originalContent: "Was there.", status: "DRAFT" });
    const page = await openUnwatched({ viewport: { width: 360, height: 740 } });
    await enter(page, server);
    await leaveBehind(page, `/admin/posts/${id}`, " More of it.");
    await ada.call("DELETE", `/admin/posts/${id}?permanent=true`);
    await openPage(page, server.url(`/admin/posts/${id}`));
    await expect(page.getByRole("heading", { name: "This post cannot be opened" })).toBeVisible();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expectSound(page, "the list on a phone");
    await page.getByRole("link", { name: "Open as a new post" }).click();
    await expect(dialog(page)).toContainText("Was there. More of it.");
    await dialog(page).getByRole("button", { name: "Restore it" }).click();
    await expect(text(page)).toHaveText("Was there. More of it.");
    await saved(page);
    const made = Number(page.url().split("/").pop());
    expect(made).not.toBe(id);
    expect(await ada.get(`/admin/posts/${made}`)).toMatchObject({ originalContent: "Was there. More of it." });
  });

  test("what somebody else wrote on this device is not shown", async ({ openUnwatched }) => {
    const page = await openUnwatched();
    await enter(page, server);
    await leaveBehind(page, "/admin/posts/new", "Ada's secret.");
    await openPage(page, server.url("/admin/posts"));
    await expect(page.getByText("1 unsaved text on this device.")).toBeVisible();
    const bob = { username: "bob", password: "another engine runs" };
    await ada.must(201, "POST", "/admin/users", {
      ...bob,
      nickname: "Bob",
      email: "bob@example.org",
      title: "x",
      role: "AUTHOR",
    });
    await page.context().clearCookies();
    await enter(page, server, "/admin/posts", bob);
    await openPage(page, server.url("/admin/posts/new"));
    await expect(text(page)).toBeVisible();
    await expect(page.getByText("on this device")).toHaveCount(0);

    // Another author's post is not shown either; the dashboard says so and links back.
    const { id } = await ada.post({ title: "Ada's own", originalContent: "Hers.", status: "DRAFT" });
    await page.goto(server.url(`/admin/posts/${id}`));
    await expect(page.getByRole("heading", { name: "This post cannot be opened" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
    await expectSound(page, "somebody else's post");
    await page.getByRole("link", { name: "Back to the posts" }).click();
    await expect(page.getByRole("heading", { name: "Posts", exact: true })).toBeVisible();
  });
});
