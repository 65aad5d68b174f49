import type { Page } from "@playwright/test";
import { type Api } from "./rig/api";
import { becomeSignedIn, enter, expectSound, openPage, signIn } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
let api: Api;
let post: { id: number; url: string; title: string };

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** A visit as a browser makes it, or a program; answered from memory from the second time on. */
const visit = async (path: string, headers: Record<string, string> = {}) =>
  expect((await fetch(server.url(path), { headers: { "user-agent": firefox, ...headers } })).status).toBe(200);

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
type Views = { total: number; daily: { day: string; views: number }[] };
const views = (path = "/admin/statistics/views") => api.get<Views>(path);

test("somebody who signs in comes to a page that says what to do first", async ({ open }) => {
  api = owner(server);
  const page = await open();
  await signIn(page, server, "/admin");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link").first()).toHaveAccessibleName(
    /^Dashboard/,
  );
  const steps = page.getByRole("region", { name: "What to do first" });
  await expect(steps.getByRole("heading", { level: 3 })).toHaveText([
    "Write the first post",
    "Move in",
    "Choose a look",
    "Invite somebody",
    "Set up mail",
  ]);
  // Nothing is drawn of nothing.
  const drawn = panel(page, "Views");
  await expect(drawn).toContainText("No views in these 30 days.");
  await expect(drawn.locator(".views-chart")).toHaveCount(0);
  await expect(drawn.getByRole("button", { name: "As a table" })).toHaveCount(0);
  await expectSound(page, "a new site");

  await test.step("each goes when it is done", async () => {
    await steps.getByRole("link", { name: "Choose" }).click();
    await expect(page).toHaveURL(server.url("/admin/appearance"));
    await page.goBack();
    await api.must(200, "PUT", "/admin/options/batch", [{ key: "site_accent", value: "sea" }]);
    await page.reload();
    await expect(steps.getByRole("heading", { name: "Choose a look" })).toHaveCount(0);
    await steps.getByRole("link", { name: "Set up", exact: true }).click();
    await expect(page).toHaveURL(server.url("/admin/settings/mail"));
    await page.goBack();
    post = await api.post({ title: "First light", originalContent: "Words." });
    await api.post({ title: "Half a thought", originalContent: "…", status: "DRAFT" });
    await api.post({ title: "For tomorrow", originalContent: "…", createTime: Date.now() + 86_400_000 });
    await page.reload();
    await expect(steps.getByRole("heading", { level: 3 })).toHaveText(["Invite somebody", "Set up mail"]);
    await expect(page.getByRole("region", { name: /Drafts to finish/ })).toContainText("Half a thought");
    await expect(page.getByRole("region", { name: /Scheduled next/ })).toContainText("For tomorrow");
  });

  await test.step("the rest is put away, and brought back", async () => {
    await steps.getByRole("button", { name: "Put away" }).click();
    await expect(steps).toHaveCount(0);
    await expect(page.getByText("The site sends no mail")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(steps).toBeVisible();
  });
});

test("visits are counted by day, and the sites that they came from; programs and staff are not", async ({ open }) => {
  for (let i = 0; i < 3; i += 1) await visit(post.url, { referer: "https://news.example/today?reader=ada" });
  await visit(post.url, { referer: server.url("/") });
  await visit("/");
  await visit("/feed.xml");
  await visit(post.url, {
    "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)",
    referer: "https://bot.example/",
  });
  await visit(post.url, { "sec-purpose": "prefetch" });
  const reader = await open();
  await becomeSignedIn(reader, server);
  await reader.goto(server.url(post.url));
  await expect.poll(async () => (await views()).total).toBe(5);
  expect((await views(`/admin/statistics/posts/${post.id}/views?days=365`)).total).toBe(4);
  expect(await api.get("/admin/statistics/referrers")).toEqual({
    hosts: [{ host: "news.example", views: 3 }],
    others: 0,
    total: 3,
  });

  const page = await open();
  await enter(page, server, "/admin");
  await expect(page.getByRole("region", { name: "Views", exact: true })).toContainText("5 views, 5 of them on");
  await expect(page.locator(".views-chart canvas")).toBeVisible();
  await expect(panel(page, "Most read")).toContainText("First light4");
  await expect(panel(page, "Where readers come from")).toContainText("news.example3");
  await page.getByRole("button", { name: "As a table" }).press("Enter");
  const table = page.getByRole("region", { name: "Views by day" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("row").nth(1)).toContainText("5");
  await page.getByRole("link", { name: "365 days" }).press("Enter");
  await expect(page).toHaveURL(server.url("/admin?days=365"));
  await expect(table.getByRole("row")).toHaveCount(366);
});

test("a comment that waits is published from here, and taken back", async ({ open }) => {
  const sent = await fetch(server.url("/api/content/posts/comments"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ postId: post.id, author: "Grace", content: "And the wheels?" }),
  });
  expect(sent.status).toBe(201);
  const page = await open();
  await enter(page, server, "/admin");
  const waiting = page.getByRole("region", { name: /Comments waiting/ });
  await expect(waiting).toContainText("Grace");
  await expect(waiting).toContainText("on “First light”");
  const text = async () => (await fetch(server.url(post.url))).text();
  expect(await text()).not.toContain("And the wheels?");
  await waiting.getByRole("button", { name: "Approve the comment by Grace" }).click();
  await expect(waiting).not.toContainText("Grace");
  expect(await text()).toContain("And the wheels?");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(waiting).toContainText("Grace");
  expect(await text()).not.toContain("And the wheels?");
  await waiting.getByRole("button", { name: "Move the comment by Grace to the bin" }).click();
  await expect(waiting).not.toContainText("Grace");
});

test("it is sound at every width, in both schemes", async ({ open }) => {
  const title = "A title that is much longer than the part of the page in which it is shown, without an end in sight";
  const long = await api.post({ title, originalContent: "Words." });
  await api.post({ title, originalContent: "…", status: "DRAFT" });
  await api.must(201, "POST", "/content/posts/comments", { postId: long.id, author: "Grace", content: "Long." });
  const page = await open();
  await becomeSignedIn(page, server);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, server.url("/admin"));
    await page.locator(".views-chart canvas").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    const spilled = page
      .getByRole("region")
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
    expect(await spilled, `${width} px: parts narrower than what they show`).toEqual([]);
    await expect
      .poll(() =>
        page
          .locator(".views-chart")
          .evaluate((chart) => Math.abs(chart.clientHeight - (chart.firstElementChild?.clientHeight ?? 0))),
      )
      .toBeLessThanOrEqual(2);
    await expectSound(page, `${width} px`);
  }
});

test("an author sees own texts and the views of the site, and nothing that is for others", async ({ open }) => {
  const author = { username: "bob", password: "a calm passphrase 9" };
  await api.must(201, "POST", "/admin/users", {
    ...author,
    nickname: "Bob",
    email: "bob@example.org",
    title: "Author",
    role: "AUTHOR",
  });
  const page = await open();
  await enter(page, server, "/admin", author);
  await expect(page.getByRole("region", { name: "Views", exact: true })).toContainText("5 views");
  await expect(page.getByText("No draft waits for you.")).toBeVisible();
  for (const name of [/Comments waiting/, /Newest comments/, /Where readers/, /Storage/, /What to do first/])
    await expect(page.getByRole("region", { name })).toHaveCount(0);
  await expect(page.getByText("First light")).toHaveCount(0);
});

test("the account's menu and a phone's drawer come when they are asked for, and give the focus back", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await enter(page, server, "/admin");
  const button = page.getByRole("button", { name: "Ada Lovelace" });
  const menu = page.getByRole("menu", { name: "Ada Lovelace" });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(menu.getByRole("menuitem")).not.toHaveCount(0);
  await expectSound(page, "the account's menu");
  await button.click();
  await expect(menu).toHaveCount(0);
  await button.press("Enter");
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(menu).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  const opener = page.getByRole("button", { name: "Open the menu" });
  await opener.press("Enter");
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Ada Lovelace" }).click();
  await drawer.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
});
