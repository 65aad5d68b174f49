import type { Page } from "@playwright/test";
import { account } from "./api";
import { expectAccessible } from "./axe";
import type { Server } from "./server";
import { sessionOf } from "./site";

/** Waits until the dashboard's script handles keys and clicks: it then adds this element. */
export const awake = (page: Page) => page.locator("next-route-announcer").waitFor({ state: "attached" });

/** Opens a page of the dashboard, signed in. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await awake(page);
}

/** Waits until the page has been drawn after what was done last. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

const DAY_S = 24 * 60 * 60;

type Person = { username: string; password: string };

/** Gives the browser the cookie of somebody who has signed in already. What a test sees of signing in itself goes through `signIn`. */
export async function becomeSignedIn(page: Page, server: Server, person: Person = account): Promise<void> {
  const [name = "", value = ""] = (await sessionOf(server, person)).split("=");
  const expires = Math.floor(Date.now() / 1000) + DAY_S;
  await page.context().addCookies([{ name, value, url: server.origin, httpOnly: true, sameSite: "Lax", expires }]);
}

/** Opens a page of the dashboard as somebody who has signed in already. */
export async function enter(page: Page, server: Server, path = "/admin/posts", person?: Person): Promise<void> {
  await becomeSignedIn(page, server, person);
  await openPage(page, server.url(path));
  await page.waitForURL(server.url(path));
}

/** Asks for a page of the dashboard, signs in through the form and waits until that page is there. */
export async function signIn(
  page: Page,
  server: Server,
  path = "/admin/posts",
  { username, password }: Person = account,
): Promise<void> {
  await page.goto(server.url(path));
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", password);
  await page.press("[name=password]", "Enter");
  await page.waitForURL(server.url(path));
  await awake(page);
}

/** The message in front that says this. */
export const message = (page: Page, words: string) =>
  page.locator("[data-toast][data-front=true]").filter({ hasText: words });

/** Checks that axe finds nothing on the current page of the dashboard, in both colour schemes. */
export async function expectSound(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page, ["light", "dark"], "ours", what);
}

/** The question before the restore of the only backup. */
export async function openRestore(page: Page) {
  await page
    .locator("[data-row]")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Restore…" }).click();
  return page.getByRole("dialog", { name: "Restore this backup?" });
}

/** The same, with its name typed. */
export async function askToRestore(page: Page) {
  const dialog = await openRestore(page);
  await dialog.getByLabel("Name of the backup").fill((await dialog.locator("code").textContent()) ?? "");
  return {
    dialog,
    password: dialog.getByLabel("Your password"),
    code: dialog.getByLabel("Code"),
    restore: dialog.getByRole("button", { name: "Restore" }),
  };
}
