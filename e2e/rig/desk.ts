import { expect, type Page } from "@playwright/test";
import { account } from "./api";
import { type Scheme, violations } from "./axe";
import type { Server } from "./server";

/** Waits until the dashboard's script has taken over what the server sent: it puts this element in when keys and clicks are listened to. */
export const awake = (page: Page) => page.locator("next-route-announcer").waitFor({ state: "attached" });

/** Opens a page of the dashboard, as somebody who is signed in. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await awake(page);
}

/** Signs in through the form and waits for the page of the dashboard that was asked for. */
export async function enter(
  page: Page,
  server: Server,
  path = "/admin/posts",
  { username, password }: { username: string; password: string } = account,
): Promise<void> {
  await page.goto(server.url(path));
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", password);
  await page.press("[name=password]", "Enter");
  await page.waitForURL(server.url(path));
  await awake(page);
}

/** Sees that axe finds nothing wrong with what the dashboard shows at this moment, in both colour schemes. */
export async function expectSound(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] satisfies Scheme[]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page), `${what} in ${colorScheme}`).toEqual([]);
  }
}
