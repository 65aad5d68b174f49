// Public pages give way to each other gently; pages that have no part in it, such as the dashboard, come and go silently.
// `open` fails a test for every line in the browser's console.
import type { Page } from "@playwright/test";
import { awake, enter, signIn } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

test.beforeAll(async () => {
  const ada = owner(server);
  await ada.post({ title: "The tide machine", slug: "tide", originalContent: "It adds up waves. ".repeat(400) });
});

/** Notes on each page whether it came by a transition. */
const noteTransitions = (page: Page) =>
  page.addInitScript(() =>
    addEventListener("pagereveal", (event) => {
      document.documentElement.dataset.came = event.viewTransition ? "gently" : "at once";
    }),
  );

test("a page takes the place of another gently, unless its reader wants no motion", async ({ open }) => {
  const page = await open();
  await noteTransitions(page);
  for (const [reducedMotion, came] of [
    ["no-preference", "gently"],
    ["reduce", "at once"],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(server.url("/"));
    await page.getByRole("link", { name: "The tide machine" }).click();
    await expect(page).toHaveURL(server.url("/archives/tide"));
    await expect(page.locator("html")).toHaveAttribute("data-came", came);
    await page.goBack();
    await expect(page).toHaveURL(server.url("/"));
  }
});

test("between the site and the dashboard, a feed or the form to sign in, nothing is reported", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts");
  await page.goto(server.url("/"));
  for (const path of ["/archives/tide", "/"]) {
    await page.goto(server.url(path));
    // The pages are left as readers leave them, by links; a script's address is one, too.
    const bar = page.getByRole("complementary", { name: "For those who write here" });
    await bar.getByRole("link", { name: "Dashboard" }).click();
    await expect(page).toHaveURL(server.url("/admin"));
    await page.goBack();
    await expect(page).toHaveURL(server.url(path));
    await page.goForward();
    await expect(page).toHaveURL(server.url("/admin"));
  }
  for (const path of ["/login", "/feed.xml", "/archives/tide.md", "/favicon.svg", "/api/docs"]) {
    await page.goto(server.url("/archives/tide"));
    await page.evaluate((href) => location.assign(href), path);
    await page.waitForURL((url) => url.pathname !== "/archives/tide");
    await page.goBack();
    await expect(page).toHaveURL(server.url("/archives/tide"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("whoever comes from the site, signs in and goes back to it finds nothing reported either", async ({ open }) => {
  const page = await open();
  await page.goto(server.url("/archives/tide"));
  await signIn(page, server, "/admin");
  await page.goto(server.url("/"));
  await page.evaluate(() => location.assign("/admin/posts"));
  await page.waitForURL(server.url("/admin/posts"));
  await awake(page);
});

test("without script, pages come at once, and nothing is reported", async ({ reader }) => {
  await reader.goto(server.url("/"));
  await reader.getByRole("link", { name: "The tide machine" }).click();
  await expect(reader).toHaveURL(server.url("/archives/tide"));
  for (const path of ["/login", "/feed.xml"]) {
    await reader.goto(server.url("/archives/tide"));
    await reader.evaluate((href) => location.assign(href), path);
    // The sign-in says in its address that a public page has led to it.
    await reader.waitForURL(({ pathname }) => pathname === path);
  }
});
