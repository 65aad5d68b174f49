import type { Page } from "@playwright/test";
import { Api } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// What the command palette finds and does; each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;
const author = { username: "bob", password: "a kettle on the stove" };

test.beforeAll(async () => {
  ada = owner(server);
  const { id } = await ada.post({ title: "Tidal mills of the coast", originalContent: "Stones." });
  await ada.sheet({ title: "Tidal calendar", originalContent: "Days." });
  await ada.tag({ name: "Tidal power" });
  await new Api(server).must(201, "POST", "/content/posts/comments", {
    postId: id,
    author: "Tidalia",
    email: "tidalia@example.com",
    content: "Where do they stand?",
  });
  await ada.must(201, "POST", "/admin/users", {
    ...author,
    nickname: "Bob",
    email: "bob@example.org",
    title: "x",
    role: "AUTHOR",
  });
});

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
}

test("anything is found by its name and opened by keys, and stands among the recent things", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  await ask(page, "tidal");
  for (const name of ["Tidal mills of the coast", "Tidal calendar", "Tidal power", /^Tidalia/])
    await expect(option(page, name)).toBeVisible();
  await expect(palette(page).getByRole("status")).toHaveText("4 results.");
  await expectSound(page, "what the palette found");
  await page.keyboard.type("ia");
  await expect(option(page, /^Tidalia/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/comments\?state=all&email=tidalia%40example\.com$/);
  await expect(page.locator("[data-row]")).toHaveCount(1);

  await ask(page, "");
  await expect(palette(page).getByText("Recent", { exact: true })).toBeVisible();
  await expect(option(page, "Tidalia")).toHaveAttribute("aria-selected", "true");
  await expectSound(page, "the palette with recent things");
  await page.keyboard.press("Escape");
});

test("a setting leads to its very field, and actions are done", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  await ask(page, "posts on a page");
  await option(page, /Posts on a page/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/settings\/posts\?setting=posts_per_page$/);
  await expect(page.locator("#setting-posts_per_page").locator(":focus")).toBeVisible();

  await ask(page, "colours: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await ask(page, "upload");
  const choosing = page.waitForEvent("filechooser");
  await option(page, "Upload files").click();
  await (await choosing).setFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("A note.") });
  await expect(page).toHaveURL(/\/admin\/media$/);
  await expect(page.locator("[data-row]").filter({ hasText: "note" }).first()).toBeVisible();
  await ask(page, "invite");
  await option(page, "Invite somebody").click();
  await expect(page.getByRole("dialog", { name: "Invite" })).toBeVisible();
  await page.keyboard.press("Escape");
  await ask(page, "note.txt");
  const drawer = page.getByRole("dialog", { name: "note.txt" });
  // Once more after it was closed: the address asks for it anew.
  for (const _time of [1, 2]) {
    await option(page, /note/).first().click();
    await expect(drawer.getByLabel("Name")).toHaveValue("note.txt");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin\/media\?keyword=note\.txt$/);
    await ask(page, "note.txt");
  }
  await page.keyboard.press("Escape");
});

test("an author finds what an author's pages show, and signs out", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts", author);
  await ask(page, "tidal");
  await expect(option(page, "Tidal power")).toBeVisible();
  for (const name of ["Tidal mills of the coast", "Tidal calendar", /^Tidalia/])
    await expect(option(page, name)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await ask(page, "invite");
  await expect(option(page, "Invite somebody")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await ask(page, "sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
});
