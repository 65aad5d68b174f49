import type { Page } from "@playwright/test";
import { awake, enter, expectSound, message } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

/** Changes what the dashboard's script is sent for its pages at these addresses; documents stay as they are. */
const change = (page: Page, addresses: string, how: (sent: string) => string) =>
  page.route(addresses, async (route) => {
    if (!("rsc" in route.request().headers())) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: how(await response.text()) });
  });

const cut = (sent: string) => sent.slice(0, sent.length * 0.8);

/** As the framework says that a part failed: the part with the page's rows. */
const fail = (sent: string) => sent.replace(/^(\w+):\[.*"view":.*$/m, '$1:E{"digest":"1"}');

test("a page that is cut off on its way comes as a document; where it was open already, that is said", async ({
  openUnwatched,
}) => {
  const page = await openUnwatched({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await enter(page, server, "/admin/posts");
  await change(page, "**/admin/**", cut);
  await page.locator(".rail nav").getByRole("link", { name: "Media" }).click();
  await expect(page.getByRole("heading", { name: "Media" })).toBeVisible();
  await awake(page);

  await page.getByRole("button", { name: "Choose files" }).waitFor();
  await page.locator(".rail nav").getByRole("link", { name: "Files" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await expectSound(page, "nothing but an error");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Media" })).toBeVisible();
});

test("an open page that fails when it is loaded anew leaves the dashboard standing, says so, and comes at the next try", async ({
  openUnwatched,
}) => {
  const page = await openUnwatched({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await enter(page, server, "/admin/media");
  await change(page, "**/admin/media**", fail);
  const rail = page.locator(".rail nav");
  await rail.getByRole("link", { name: "Files" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Posts" })).toBeVisible();
  await expectSound(page, "a page that could not be shown");

  const again = page.getByRole("button", { name: "Try again" });
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(message(page, "There is no connection, so the page stays as it is.")).toBeVisible();
  await again.click();
  await expect(message(page, "Check your connection")).toBeVisible();
  await expect(again).toBeEnabled();
  await page.context().setOffline(false);
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole("heading", { name: "Media" })).toBeVisible();
  await expect(page).toHaveURL(server.url("/admin/media"));
});

test("without a connection links and the search leave the page as it is, and say why", async ({ openUnwatched }) => {
  const page = await openUnwatched({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await owner(server).post({ title: "Harbour", originalContent: "Words." });
  await enter(page, server, "/admin/posts");
  const said = message(page, "There is no connection, so the page stays as it is.");
  const search = page.getByRole("searchbox");
  const media = page.locator(".rail nav").getByRole("link", { name: "Media" });

  await page.context().setOffline(true);
  await search.fill("boats");
  await expect(said).toBeVisible();
  await media.click();
  await expect(page).toHaveURL(server.url("/admin/posts"));
  await expect(search).toHaveValue("boats");

  await page.context().setOffline(false);
  await search.fill("harb");
  await expect(page).toHaveURL(server.url("/admin/posts?keyword=harb"));
  await media.click();
  await expect(page.getByRole("heading", { name: "Media" })).toBeVisible();
});
