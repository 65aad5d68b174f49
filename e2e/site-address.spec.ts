import type { Page } from "@playwright/test";
import { account, type Api, logIn } from "./rig/api";
import { expectSound, signIn } from "./rig/desk";
import { follow } from "./rig/documents";
import { ask } from "./rig/http";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serve();
const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });
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
    await signIn(bobs, server, "/admin/profile", { username: "bob", password: "a kettle on the stove" });
    await expect(bobs.getByRole("region", { name: "The site's address" })).toContainText(
      "An administrator can change that.",
    );
    await expect(bobs.getByRole("button", { name: "Use the address I opened" })).toHaveCount(0);
    await expectSound(bobs, `the notice at ${width}`);
  }
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await signIn(page, server, "/admin/tags");
  const notice = page.getByRole("region", { name: "The site's address" });
  await expect(notice).toContainText(
    `You opened the dashboard at ${server.origin}, but the site's address is set to ${elsewhere()}.`,
  );
  await notice.getByRole("button", { name: "Use the address I opened" }).click();
  await expect(toast(page, `The site's address is now ${server.origin}.`)).toBeVisible();
  await expect(notice).toHaveCount(0);
  const { feed, map } = await placesOf();
  for (const text of [feed, map]) expect(text).not.toContain(elsewhere());
});

test("the dashboard tells the owner by which other names people come, and what to do", async ({ open }) => {
  const person = {
    accept: "text/html,*/*;q=0.8",
    "accept-language": "en",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  const come = async (host: string, headers: Record<string, string> = person) => {
    for (let i = 0; i < 6; i += 1)
      expect((await ask(server, "/", { headers: { ...headers, host } })).status, host).toBe(200);
  };
  await come("www.news.example");
  await come("news.example:8080");
  await come("203.0.113.9");
  await come("robots.example", { ...person, "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
  await come("checks.example", { "user-agent": "kube-probe/1.31", accept: "*/*" });
  await come(new URL(server.origin).host);
  for (const [width, scheme] of [
    [1280, "light"],
    [768, "dark"],
    [360, "light"],
  ] as const) {
    const page = await open({ viewport: { width, height: 900 }, colorScheme: scheme });
    await signIn(page, server, "/admin/tags");
    const notice = page.getByRole("region", { name: "Visitors also use other addresses" });
    await expect(notice).toContainText("www.news.example (6 visits) and news.example:8080 (6 visits)");
    await expect(notice).not.toContainText(/203\.0|robots|checks|localhost:\d+ \(/);
    await expect(notice).toContainText("open the dashboard there and change the site's address to it");
    await expectSound(page, `the notice about visitors at ${width}`);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole("link", { name: "New post" }).click();
    await expect(page).toHaveURL(server.url("/admin/posts/new"));
    await page.goBack();
    await expect(notice).toHaveCount(0);
  }
  const bobs = await open();
  await signIn(bobs, server, "/admin/profile", { username: "bob", password: "a kettle on the stove" });
  await expect(bobs.getByRole("region", { name: "Visitors also use other addresses" })).toHaveCount(0);
});

test("where the address becomes one with HTTPS, cookies follow at that host, who moved it stays signed in, and an IP address is still a way in", async ({
  open,
}) => {
  const api = await logIn(server);
  const move = (value: string) =>
    api.must(200, "PUT", "/admin/options/batch", [{ key: "site_url", type: "INTERNAL", value }]);
  await move(elsewhere());
  const page = await open();
  await signIn(page, server, "/admin/tags");
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  const [plain, bound] = ["next-auth.session-token", "__Host-next-auth.session-token"];
  expect(await names()).toContain(plain);
  expect((await ask(server, "/")).headers["strict-transport-security"]).toBeUndefined();
  // Pretends that this browser came by HTTPS, which the test machine does not have.
  const secure = server.origin.replace("http:", "https:");
  await page.route(
    (url) => url.pathname === "/admin/tags",
    (route, request) =>
      request.method() === "POST"
        ? route.continue({ postData: (request.postData() ?? "").replace(server.origin, secure) })
        : route.continue(),
  );
  await page.getByRole("button", { name: "Use the address I opened" }).click();
  await expect.poll(names).toContain(bound);
  expect(await names()).not.toContain(plain);
  await page.goto(server.url("/admin/categories"));
  await expect(page).toHaveURL(server.url("/admin/categories"));
  for (const path of ["/", "/login", "/admin"])
    expect((await ask(server, path)).headers["strict-transport-security"], path).toBe("max-age=31536000");

  const byIp = await open();
  await byIp.goto(`${elsewhere()}/login`);
  await byIp.getByLabel("Username or e-mail").fill(account.username);
  await byIp.getByLabel("Password").fill(account.password);
  await follow(byIp, () => byIp.getByRole("button", { name: "Sign in" }).click());
  await expect(byIp).toHaveURL(`${elsewhere()}/admin`);
  expect((await byIp.context().cookies()).map(({ name }) => name)).toContain(plain);
  await move(server.origin);
});
