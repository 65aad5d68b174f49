import type { Page } from "@playwright/test";
import { account, type Api } from "./rig/api";
import { violations } from "./rig/axe";
import { becomeSignedIn, signIn, openPage } from "./rig/desk";
import { newFolder } from "./rig/folders";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// One site; each test writes its own posts.

const server = serveSite();
let ada: Api;

test.beforeAll(() => {
  ada = owner(server);
});

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const toast = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ hasText: words }).and(page.locator("[data-toast]"));
const state = (page: Page) => page.locator("[data-save-state]");
const saved = (page: Page) => expect(state(page)).toHaveText(/^Saved \d\d:\d\d/);

async function openPost(page: Page, id: number): Promise<void> {
  await page.goto(server.url(`/admin/posts/${id}`));
  await expect(text(page)).toBeVisible();
}

/** Writes at the end of the text. */
async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
}

/** The texts that this device keeps. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("broadsheet-editor");
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
          reading.addEventListener("success", () =>
            resolve(reading.result.map(({ draft }: { draft: { originalContent: string } }) => draft.originalContent)),
          );
          opening.result.close();
        });
      }),
  );

test("a post is written, kept, recovered, published and updated", async ({ open }) => {
  const page = await open();
  await becomeSignedIn(page, server);
  await openPage(page, server.url("/admin/posts/new"));
  await expect(title(page)).toBeFocused();
  await expect(state(page)).toHaveText("Not saved yet");
  await page.keyboard.type("The Hour of the Tide");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It turns ");
  await saved(page);
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  const address = page.url();

  // Closed before the next save and without an answer: later edits are on this device.
  await page.route("**/admin/**", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  await page.keyboard.type("**slowly**.");
  await expect.poll(() => kept(page)).toContain("It turns **slowly**.");
  await page.close({ runBeforeUnload: false });
  const again = await page.context().newPage();
  await again.goto(address);
  const recovery = again.getByRole("dialog", { name: "There is unsaved text" });
  await expect(recovery).toContainText("It turns **slowly**.");
  expect(await violations(again)).toEqual([]);
  await recovery.getByRole("button", { name: "Restore it" }).click();
  await expect(text(again)).toHaveText("It turns **slowly**.");
  await saved(again);

  await again.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  const sheet = again.getByRole("dialog", { name: "Publish" });
  await expect(sheet).toContainText("There is no summary");
  await sheet.getByRole("button", { name: "Publish" }).click();
  await expect(toast(again, "Published.")).toBeVisible();
  const visitor = await open({ javaScriptEnabled: false });
  await visitor.goto(server.url("/archives/the-hour-of-the-tide"));
  await expect(visitor.locator(".prose")).toHaveText("It turns slowly.");

  // A live post: first the working text; readers see it after "Update".
  await write(again, " Twice a day.");
  await saved(again);
  await expect(again.locator("[data-standing=published]")).toHaveText("Published · with unpublished changes");
  await visitor.reload();
  await expect(visitor.locator(".prose")).toHaveText("It turns slowly.");
  await again.getByRole("button", { name: "Update" }).click();
  await expect(toast(again, "Updated.")).toBeVisible();
  await visitor.reload();
  await expect(visitor.locator(".prose")).toHaveText("It turns slowly. Twice a day.");

  await again.getByRole("button", { name: "More" }).click();
  await again.getByRole("menuitem", { name: "Revisions" }).click();
  const revisions = again.getByRole("dialog", { name: "Revisions" });
  await revisions.getByRole("listitem").getByRole("button").first().click();
  await expect(revisions).toContainText("Removed: It turns **slowly**. Twice a day.");
  await revisions.getByRole("button", { name: "Restore this text" }).click();
  await expect(text(again)).toHaveText("It turns **slowly**.");
  await again.getByRole("button", { name: "More" }).click();
  await again.getByRole("menuitem", { name: "Discard changes" }).click();
  await again.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(text(again)).toHaveText("It turns **slowly**. Twice a day.");
});

test("the browser is closed while writing, and what was written is there when it is opened again", async ({
  playwright,
}) => {
  const { id } = await ada.post({ title: "Lights out", originalContent: "Before.", status: "DRAFT" });
  const profile = newFolder("browser");
  // Configured launch options apply only to browsers that Playwright opens by itself.
  const openBrowser = () => playwright.chromium.launchPersistentContext(profile, test.info().project.use.launchOptions);
  const browser = await openBrowser();
  const page = await browser.newPage();
  await becomeSignedIn(page, server);
  await openPost(page, id);
  // Nothing reaches the server any more: the words are on this device only.
  await page.route("**/admin/**", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, " And after.");
  await expect(state(page)).toHaveText("Offline, kept on this device");
  await browser.close();
  expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe("Before.");

  const later = await openBrowser();
  const again = await later.newPage();
  await again.goto(server.url(`/admin/posts/${id}`));
  await again
    .getByRole("dialog", { name: "There is unsaved text" })
    .getByRole("button", { name: "Restore it" })
    .click();
  await saved(again);
  expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe("Before. And after.");
  await later.close();
});

test("a publication is taken back with Undo", async ({ open }) => {
  const { id, url } = await ada.post({ title: "Too early", originalContent: "Not yet.", status: "DRAFT" });
  const page = await open();
  await becomeSignedIn(page, server);
  await openPost(page, id);
  await page.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Published.")).toBeVisible();
  expect((await fetch(server.url(url))).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone.")).toBeVisible();
  expect((await fetch(server.url(url))).status).toBe(404);
});

test("two people write on one post, and both texts are kept", async ({ open }) => {
  const { id } = await ada.post({ title: "Shared", originalContent: "Ours.", status: "DRAFT" });
  const page = await open();
  await becomeSignedIn(page, server);
  await openPost(page, id);
  await ada.text(id, { originalContent: "Theirs." });
  await write(page, " Mine too.");
  const dialog = page.getByRole("dialog", { name: "Changed elsewhere" });
  // It opens while somebody types, and the next keys choose nothing.
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Removed: Theirs.");
  await expect(dialog).toContainText("Added: Ours. Mine too.");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(text(page)).toHaveText("Theirs.");
  await page.getByRole("link", { name: "Shared (my version)" }).click();
  await expect(title(page)).toHaveValue("Shared (my version)");
  await expect(text(page)).toHaveText("Ours. Mine too.");
});

test("mine is saved over theirs, which stays among the revisions", async ({ open }) => {
  const { id } = await ada.post({ title: "Over", originalContent: "Ours.", status: "DRAFT" });
  const page = await open();
  await becomeSignedIn(page, server);
  await openPost(page, id);
  await ada.text(id, { originalContent: "Theirs." });
  // The editor has been open for a while.
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await write(page, " Mine.");
  await expect(page.getByRole("dialog", { name: "Changed elsewhere" })).toContainText("2 hours ago");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(text(page)).toBeFocused();
  await saved(page);
  expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe("Ours. Mine.");
  const [revision] = await ada.get<{ id: number }[]>(`/admin/posts/${id}/revisions`);
  expect(
    (await ada.get<{ originalContent: string }>(`/admin/posts/${id}/revisions/${revision?.id}`)).originalContent,
  ).toBe("Theirs.");
});

test.describe("with connections that fail on purpose", () => {
  test("what is written without a connection is kept here and saved later", async ({ openUnwatched }) => {
    const { id } = await ada.post({ title: "At sea", originalContent: "Land.", status: "DRAFT" });
    const page = await openUnwatched();
    await becomeSignedIn(page, server);
    await openPost(page, id);
    await page.context().setOffline(true);
    await write(page, " Open water.");
    await expect(state(page)).toHaveText("Offline, kept on this device");
    await page.context().setOffline(false);
    await saved(page);
    expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe(
      "Land. Open water.",
    );
  });

  test("a new post whose first answer gets lost is one draft, with all that was written since", async ({
    openUnwatched,
  }) => {
    const page = await openUnwatched();
    await becomeSignedIn(page, server);
    await openPage(page, server.url("/admin/posts/new"));
    let lost = 0;
    await page.route("**/admin/posts/new", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      // The server has done it, but the answer is lost.
      if (lost++ < 2) {
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await title(page).fill("Told twice");
    await write(page, "Once.");
    await expect(state(page)).toHaveText("Offline, kept on this device");
    await write(page, " And again.");
    await saved(page);
    expect(lost).toBeGreaterThan(1);
    const made = (await ada.get<{ id: number; title: string }[]>("/admin/posts?keyword=Told")).filter(
      (post) => post.title === "Told twice",
    );
    expect(made).toHaveLength(1);
    expect(await ada.get(`/admin/posts/${made[0]?.id}`)).toMatchObject({ originalContent: "Once. And again." });
  });

  test("the server is killed between two saves, and the text is there afterwards", async ({ openUnwatched }) => {
    const { id } = await ada.post({ title: "Storm", originalContent: "Before.", status: "DRAFT" });
    const page = await openUnwatched();
    await becomeSignedIn(page, server);
    await openPost(page, id);
    await write(page, " First.");
    await saved(page);
    await write(page, " Second.");
    await server.kill();
    await expect(state(page)).toHaveText("Offline, kept on this device");
    await server.start();
    await saved(page);
    await expect
      .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
      .toBe("Before. First. Second.");
  });

  test("a sign-in that ends while writing loses nothing", async ({ openUnwatched }) => {
    const { id } = await ada.post({ title: "Signed out", originalContent: "Here.", status: "DRAFT" });
    const page = await openUnwatched();
    await becomeSignedIn(page, server);
    await openPost(page, id);
    await page.context().clearCookies();
    await write(page, " And gone.");
    const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
    await expect(dialog).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const [name, password, go] = [
      dialog.getByLabel("Username"),
      dialog.getByLabel("Password"),
      dialog.getByRole("button", { name: "Sign in" }),
    ];
    await expect(name).toHaveValue(account.username);
    await expect(password).toBeFocused();
    await go.click();
    await expect(password).toHaveAccessibleDescription("This field is required.");
    await password.fill("not the password");
    await go.click();
    await expect(dialog.getByRole("alert")).toHaveText("The name or the password is wrong.");
    await password.fill(account.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await saved(page);
    expect((await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent).toBe("Here. And gone.");
    // The page is the same one, and writing continues where it was.
    await write(page, " On.");
    await saved(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect
      .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
      .toBe("Here. And gone. On.");
  });

  test("a sign-in that ends under a new post loses neither words nor settings, wherever one signs in again", async ({
    openUnwatched,
  }) => {
    const page = await openUnwatched({ viewport: { width: 1280, height: 900 } });
    await becomeSignedIn(page, server);
    await openPage(page, server.url("/admin/posts/new"));
    await title(page).fill("Before and after");
    await write(page, "One.");
    await saved(page);
    await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
    const id = Number(page.url().split("/").pop());
    await page.context().clearCookies();
    await write(page, " Two.");
    await page.getByRole("complementary").getByLabel("Summary", { exact: true }).fill("In short.");
    const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
    await expect(dialog).toBeVisible();
    // After closing the dialog writing continues; the words in the bar open it again.
    await page.keyboard.press("Escape");
    await expect(state(page)).toHaveText("Signed out, kept on this device");
    await write(page, " Three.");
    await page.getByRole("button", { name: "Sign in" }).click();
    await dialog.getByLabel("Username").fill(account.email);
    await dialog.getByLabel("Password").fill(account.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await saved(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(text(page)).toHaveText("One. Two. Three.");
    expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({
      title: "Before and after",
      summary: "In short.",
      originalContent: "One. Two. Three.",
    });

    // Another window notices it as well.
    await page.context().clearCookies();
    await write(page, " Four.");
    await expect(dialog).toBeVisible();
    const other = await page.context().newPage();
    await signIn(other, server);
    await other.close();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await saved(page);
    await expect
      .poll(async () => (await ada.get<{ originalContent: string }>(`/admin/posts/${id}`)).originalContent)
      .toBe("One. Two. Three. Four.");
  });
});

test("writing and publishing need no mouse", async ({ open }) => {
  const page = await open();
  await becomeSignedIn(page, server);
  await openPage(page, server.url("/admin/posts/new"));
  await expect(title(page)).toBeFocused();
  await page.keyboard.type("By hand");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/div");
  await expect(page.getByRole("option", { name: /Divider/ })).toBeVisible();
  // The menu ignores keys in its first moments, when nobody can have read it.
  await page.clock.setSystemTime(Date.now() + 1000);
  await page.keyboard.press("Enter");
  await page.keyboard.type("After the line. ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Bold");
  await saved(page);
  await expect(text(page)).toContainText("After the line. **Bold**");
  const primary = page.getByRole("banner").getByRole("button", { name: "Publish" });
  for (
    let presses = 0;
    presses < 60 && !(await primary.evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Publish" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(primary).toBeFocused();
  await page.keyboard.press("Enter");
  const publish = sheet.getByRole("button", { name: "Publish" });
  for (
    let presses = 0;
    presses < 30 && !(await publish.evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Published.")).toBeVisible();
});

test("a preview link shows the working text to anyone, and nothing once it is changed", async ({ open }) => {
  const { id } = await ada.post({ title: "Soon", originalContent: "Nearly *there*.", status: "DRAFT" });
  const { url } = await ada.must<{ url: string }>(200, "POST", `/admin/posts/${id}/preview-link`);
  const reader = await open({ javaScriptEnabled: false });
  const answer = await reader.goto(server.url(url));
  expect(answer?.headers()["cache-control"]).toBe("no-store");
  await expect(reader.locator(".prose")).toHaveText("Nearly there.");
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect((await fetch(server.url(`${url}x`))).status).toBe(404);
});

test("a preview opens with what was just written, and its link can be given away", async ({ open, reader }) => {
  const { id } = await ada.post({ title: "Nearly", originalContent: "Half.", status: "DRAFT" });
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await becomeSignedIn(page, server);
  await openPost(page, id);
  await write(page, " And the other half.");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = await opened;
  await expect(preview.locator(".prose")).toHaveText("Half. And the other half.");
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  await page.getByRole("button", { name: "More" }).click();
  await expect(item("Preview")).toBeHidden();
  await item("Share a preview link").click();
  await expect(toast(page, "Preview link copied.")).toBeVisible();
  await reader.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(reader.locator(".prose")).toHaveText("Half. And the other half.");

  // On a phone it is in the menu only.
  await page.setViewportSize({ width: 360, height: 740 });
  const again = page.waitForEvent("popup");
  await page.getByRole("button", { name: "More" }).click();
  await item("Preview").click();
  await expect((await again).locator(".prose")).toHaveText("Half. And the other half.");
});

test("axe finds nothing on the editor, its drawer and its dialogs", async ({ open }) => {
  const { id } = await ada.post({
    title: "Looked at",
    originalContent: "## One\n\n[x]() ![](/favicon.svg)\n\n- [ ] two\n\n```js\n1\n```",
    status: "PUBLISHED",
  });
  await ada.tag({ name: "Tides" });
  await ada.category({ name: "Seamanship" });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await becomeSignedIn(page, server);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPost(page, id);
    await page.getByRole("button", { name: "Split" }).click();
    await expect(page.locator(".prose h2")).toBeVisible();
    expect(await violations(page), `page in ${colorScheme}`).toEqual([]);
    for (const name of ["Outline", "Link", "Image"]) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await violations(page), `${name} in ${colorScheme}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Post settings" })).toBeVisible();
    expect(await violations(page), `drawer in ${colorScheme}`).toEqual([]);
    await page.keyboard.press("Escape");
  }
});
