import type { Page } from "@playwright/test";
import { account } from "./rig/api";
import { awake, drawn, enter, expectSound, openPage } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("a setting is found, changed, refused by field, saved, undone, and has its default again", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/settings");
  await expectSound(page, "the settings of the site");
  await page.getByRole("searchbox", { name: "Search settings" }).fill("feed");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(server.url("/admin/settings/posts?setting=feed_size"));
  const size = page.getByLabel("Posts in the feed", { exact: true });
  await expect(size).toBeFocused();
  await size.fill("500");
  await save(page).click();
  await expect(size).toHaveAccessibleDescription(/A whole number from 1 to 100/);
  await expect(size).toHaveAttribute("aria-invalid", "true");
  await expectSound(page, "a refused setting");
  await size.fill("7");
  await save(page).click();
  await expect(toast(page, "Posts is saved.")).toBeVisible();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(size).toHaveValue("20");
  await size.fill("9");
  await save(page).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await page.reload();
  await expect(size).toHaveValue("9");
  await page.getByRole("button", { name: "Posts in the feed: back to default" }).click();
  await save(page).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await expect(size).toHaveValue("20");
});

test("a setting that somebody changed meanwhile is not overwritten", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/settings/posts");
  const size = page.getByLabel("Posts in the feed", { exact: true });
  const api = owner(server);
  const set = (key: string, value: string) => api.must(200, "PUT", "/admin/options/batch", [{ key, value }]);
  const stored = async () =>
    (await api.get<{ key: string; value: string }[]>("/admin/options/known")).find(({ key }) => key === "feed_size")
      ?.value;
  await size.fill("11");
  await set("feed_size", "12");
  await save(page).click();
  const note = page.getByRole("region", { name: "Changed meanwhile" });
  await expect(note).toContainText("12");
  await expectSound(page, "a setting that was changed meanwhile");
  expect(await stored()).toBe("12");
  await note.getByRole("button", { name: "Load the new values" }).click();
  await expect(note).toContainText("The new values are loaded.");
  await expect(size).toHaveValue("11");
  await save(page).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  expect(await stored()).toBe("11");
});

test("what is not saved is not left without asking", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/settings");
  const name = page.getByLabel("Name of the site", { exact: true });
  await expect(page.getByLabel("Time zone", { exact: true })).toHaveValue("UTC");
  await name.fill("Half a name");
  await page.getByRole("link", { name: "Comments" }).last().click();
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expectSound(page, "the question before leaving");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Half a name");
  await page.getByRole("link", { name: "Comments" }).last().click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(server.url("/admin/settings/comments"));
});

test("what becomes of addresses is said before it is done, and an address that locks out is refused", async ({
  open,
}) => {
  const { url } = await owner(server).post({ title: "Moved", originalContent: "Words.", slug: "moved" });
  expect(url).toContain("/archives/moved");
  const page = await open();
  await enter(page, server, "/admin/settings/addresses");
  await page.getByLabel("Addresses of posts", { exact: true }).selectOption("/{slug}");
  await save(page).click();
  const question = page.getByRole("alertdialog", { name: "Change the addresses?" });
  await expect(question).toContainText("/archives/moved");
  await expect(question).toContainText(/\/moved(?!.*archives)/);
  await expectSound(page, "the question about addresses");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await save(page).click();
  await question.getByRole("button", { name: "Change them" }).click();
  await expect(toast(page, "Addresses is saved.")).toBeVisible();
  expect((await fetch(server.url("/moved"))).status).toBe(200);

  // What has several lines keeps them.
  const lines = page.getByLabel("Lines for robots.txt", { exact: true });
  await lines.fill("User-agent: a\nDisallow: /b");
  await save(page).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await page.reload();
  await expect(lines).toHaveValue("User-agent: a\nDisallow: /b");
  expect(await (await fetch(server.url("/robots.txt"))).text()).toContain("User-agent: a\nDisallow: /b");
  await expectSound(page, "the addresses");

  // Unlike at localhost, browsers do not keep the cookies of HTTPS here.
  const byIp = server.origin.replace("localhost", "127.0.0.1");
  const other = await open();
  await other.goto(`${byIp}/login`);
  await other.getByLabel("Username or e-mail").fill(account.username);
  await other.getByLabel("Password").fill(account.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.waitForURL(`${byIp}/admin`);
  await openPage(other, `${byIp}/admin/settings/addresses`);
  const address = other.getByLabel("Address of the site", { exact: true });
  await address.fill(byIp.replace("http:", "https:"));
  await save(other).click();
  await expect(address).toHaveAccessibleDescription(/your browser could no longer sign in here/);
});

test("the mail's password is never shown, and a test says how far it came", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/settings/mail");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The mail server or the sender's address is not set.")).toBeVisible();
  await page.getByRole("button", { name: "Set…" }).click();
  await page.getByLabel("New value", { exact: true }).fill("hunter2");
  await expectSound(page, "a new secret");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("One is stored.")).toBeVisible();
  await page.getByLabel("Mail server", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill("1");
  await page.getByLabel("Sender's address", { exact: true }).fill("no address");
  await save(page).click();
  await expect(page.getByLabel("Sender's address", { exact: true })).toHaveAccessibleDescription(
    /looks like name@example.org/,
  );
  await page.getByLabel("Sender's address", { exact: true }).fill("site@example.org");
  await save(page).click();
  await expect(toast(page, "Mail is saved.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(/The server could not be reached/)).toBeVisible();
  expect(await page.content()).not.toContain("hunter2");
  await expectSound(page, "an honest answer");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("None is stored.")).toBeVisible();
});

test("each person has the dashboard in their language, and times in their zone", async ({ open }) => {
  const api = owner(server);
  const bob = { username: "bob", password: "a kettle on the stove" };
  await api.must(201, "POST", "/admin/users", {
    ...bob,
    nickname: "Bob",
    email: "bob@example.org",
    title: "x",
    role: "EDITOR",
  });
  const post = await api.post({ title: "Noon", originalContent: "x", createTime: "2020-06-01T20:00:00Z" });
  const page = await open();
  await enter(page, server, "/admin/profile", bob);
  await page.getByLabel("Language", { exact: true }).selectOption("zh-CN");
  await page.getByLabel("Time zone", { exact: true }).selectOption("Asia/Shanghai");
  await save(page).click();
  await expect(page.getByRole("heading", { name: "个人资料" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expectSound(page, "the profile in Chinese");
  await openPage(page, server.url("/admin/posts"));
  await expect(page.locator(`time[datetime="2020-06-01T20:00:00.000Z"]`).first()).toHaveText("2020年6月2日");
  await page.getByRole("link", { name: "Noon" }).first().click();
  await expect(page).toHaveURL(server.url(`/admin/posts/${post.id}`));
  const adas = await open();
  await enter(adas, server, "/admin/posts", account);
  await expect(adas.getByRole("heading", { name: "Posts" })).toBeVisible();
  await expect(adas.locator(`time[datetime="2020-06-01T20:00:00.000Z"]`).first()).toHaveText("Jun 1, 2020");
});

const elsewhere = (link: string) => `data:text/html,${encodeURIComponent(link)}`;
/** Lets more time pass than a page is seen before somebody's click is meant for it. */
const aMomentLater = (page: Page) => page.clock.fastForward(900);

test("keys that are pressed where another site has led change nothing before a click or Tab", async ({ open }) => {
  const page = await open();
  await page.clock.install();
  await enter(page, server);
  const waits = page.getByLabel("Comments wait for approval", { exact: true });
  const leadTo = async (place: string) => {
    await page.goto(elsewhere(`<a href="${server.url("/admin/settings/comments")}${place}">on</a>`));
    await page.getByRole("link").click();
  };
  const goBack = async () => {
    await page.goto(elsewhere("<p>elsewhere"));
    await page.goBack();
  };
  const ways = [
    () => leadTo("?setting=comment_new_need_check"),
    () => leadTo("#comment_new_need_check"),
    async () => {
      await page.goto(server.url("/admin/settings/comments?setting=comment_new_need_check"));
      await goBack();
    },
  ];
  for (const lead of ways) {
    await lead();
    await awake(page);
    await expect(waits).toBeFocused();
    const isChecked = await waits.isChecked();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    expect(await waits.isChecked()).toBe(isChecked);
    await aMomentLater(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
    await waits.focus();
    await page.keyboard.press("Space");
    expect(await waits.isChecked()).toBe(!isChecked);
  }
  // A browser that fills in the password signs in by one key.
  const next = encodeURIComponent("/admin/settings/comments?setting=comment_new_need_check");
  for (const to of [`/login?next=${next}`, `/login?error=CredentialsSignin&next=${next}`]) {
    const stranger = await open();
    await stranger.goto(elsewhere(`<a href="${server.url(to)}">on</a>`));
    await stranger.getByRole("link").click();
    await stranger.locator("[name=username]").fill(account.username);
    await stranger.locator("[name=password]").fill(account.password);
    await stranger.keyboard.press("Enter");
    await awake(stranger);
    const there = stranger.getByLabel("Comments wait for approval", { exact: true });
    await expect(there).toBeFocused();
    const isThere = await there.isChecked();
    await stranger.keyboard.press("Space");
    expect(await there.isChecked()).toBe(isThere);
  }

  await page.goto(elsewhere(`<input value="pasted"><a href="${server.url("/admin/posts/new")}">on</a>`));
  await page.getByRole("textbox").press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await page.getByRole("link").click();
  await awake(page);
  await page.keyboard.press("ControlOrMeta+v");
  await drawn(page);
  await expect(page.locator("[name=title]")).toHaveValue("");
});

test("a click that was begun on another site's window changes nothing where that site has led", async ({ open }) => {
  const page = await open();
  await page.clock.install();
  await enter(page, server);
  await page.goto(elsewhere(`<a href="${server.url("/admin/settings/comments")}">on</a>`));
  await page.getByRole("link").click();
  await awake(page);
  await aMomentLater(page);
  const waits = page.getByLabel("Comments wait for approval", { exact: true });
  const isChecked = await waits.isChecked();
  // The pointer comes to the page with the click, as from a window that has just closed above it.
  await waits.click();
  await waits.click();
  expect(await waits.isChecked()).toBe(isChecked);
  await aMomentLater(page);
  await waits.click();
  expect(await waits.isChecked()).toBe(!isChecked);
});

test("a click right after something above a page has closed changes nothing there", async ({ open }) => {
  const page = await open();
  await page.clock.install();
  await enter(page, server, "/admin/settings/comments");
  const waits = page.getByLabel("Comments wait for approval", { exact: true });
  const isChecked = await waits.isChecked();
  // What the browser says when another tab has closed by itself: the page is in sight again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await waits.click();
  await waits.focus();
  await page.keyboard.press("Space");
  expect(await waits.isChecked()).toBe(isChecked);
  await aMomentLater(page);
  await waits.click();
  expect(await waits.isChecked()).toBe(!isChecked);
});

test("what decides nothing goes on right after the page has come back into sight", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts/new");
  const title = page.locator("[name=title]");
  await title.focus();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.keyboard.type("A title");
  await expect(title).toHaveValue("A title");
  await title.evaluate((field: HTMLElement) => field.blur());
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await title.click();
  await expect(title).toBeFocused();
});

test("a link is followed right after its page has come back into sight", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("navigation").getByRole("link", { name: "Comments" }).first().click();
  await page.waitForURL(server.url("/admin/comments"));
});

test("arrows choose nothing in a field that another site's link has given the focus", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts/new");
  const visibility = page.locator("select[name=visibility]");
  const id = await visibility.getAttribute("id");
  await page.goto(elsewhere(`<a href="${server.url("/admin/posts/new")}#${id}">on</a>`));
  await page.getByRole("link").click();
  await awake(page);
  await expect(visibility).toBeFocused();
  const value = await visibility.inputValue();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  expect(await visibility.inputValue()).toBe(value);
});

test("a public page to which another site has led opens the dashboard as that site would", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  const dashboard = page.locator(".own").getByRole("link", { name: "Dashboard" });
  // Also where nothing stands beside the sign-in and below the dashboard, and by a link that does not say where it stands.
  for (const [path, rel] of [
    ["/", ""],
    ["/login/nothing", ""],
    ["/admin/%", ""],
    ["/", "noreferrer"],
  ] as const) {
    await page.goto(elsewhere(`<a href="${server.url(path)}">on</a>`));
    await page.getByRole("link").click();
    await dashboard.evaluate((link: HTMLAnchorElement, said) => (link.rel = said), rel);
    await dashboard.press("Enter");
    await awake(page);
    await expect(page.locator(".desk")).toHaveAttribute("data-from-outside");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
