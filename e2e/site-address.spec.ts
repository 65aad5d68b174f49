import type { Page } from "@playwright/test";
import { account, type Api, logIn } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { follow } from "./rig/documents";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serve();
const toast = (page: Page, words: string) => page.locator("[data-sonner-toast]").filter({ hasText: words });
/** The same server under another name, as behind a proxy or in another network. */
const elsewhere = () => server.origin.replace("localhost", "127.0.0.1");
const placesOf = async () => {
  const [page, feed, map, robots] = await Promise.all(
    ["/", "/feed.xml", "/sitemap.xml", "/robots.txt"].map(async (path) => (await fetch(server.url(path))).text()),
  );
  return { page, feed, map, robots };
};

test("the set-up asks for the address the browser came by, and every link begins with what was answered", async ({
  open,
}) => {
  const page = await open();
  await page.goto(`${elsewhere()}/setup`);
  const go = (name: string) => follow(page, () => page.getByRole("button", { name, exact: true }).click());
  await page.getByLabel("Your name").fill(account.nickname);
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password").fill("ada@example.org");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/your own name or address/);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Address of the site")).toHaveValue(elsewhere());
  await page.getByLabel("Name of the site").fill("The Daily Test");
  await page.getByRole("button", { name: "Continue" }).click();
  await go("Set up the site");
  await expect(page).toHaveURL(`${elsewhere()}/admin/posts/new`);
  const { page: front, feed, map, robots } = await placesOf();
  for (const text of [front, feed, map, robots]) expect(text).toContain(elsewhere());
});

test("the dashboard says when somebody comes by another address, and an administrator moves the site", async ({
  open,
}) => {
  const api: Api = await logIn(server);
  await api.must(201, "POST", "/admin/users", {
    username: "bob",
    nickname: "Bob",
    email: "bob@example.org",
    title: "x",
    password: "a kettle on the stove",
    role: "AUTHOR",
  });
  for (const [width, scheme] of [
    [1280, "light"],
    [768, "dark"],
    [360, "light"],
  ] as const) {
    const bobs = await open({ viewport: { width, height: 900 }, colorScheme: scheme });
    await enter(bobs, server, "/admin/profile", { username: "bob", password: "a kettle on the stove" });
    await expect(bobs.getByRole("region", { name: "The site's address" })).toContainText(
      "An administrator can change that.",
    );
    await expect(bobs.getByRole("button", { name: "Use the address I came by" })).toHaveCount(0);
    await expectSound(bobs, `the notice at ${width}`);
  }
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/tags");
  const notice = page.getByRole("region", { name: "The site's address" });
  await expect(notice).toContainText(
    `You came by ${server.origin}, but the site takes itself to be at ${elsewhere()}.`,
  );
  await notice.getByRole("button", { name: "Use the address I came by" }).click();
  await expect(toast(page, `The site is at ${server.origin} now.`)).toBeVisible();
  await expect(notice).toHaveCount(0);
  const { feed, map } = await placesOf();
  for (const text of [feed, map]) expect(text).not.toContain(elsewhere());
});
