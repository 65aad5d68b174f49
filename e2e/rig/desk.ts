import { expect, type Page } from "@playwright/test";
import { account } from "./api";
import { type Scheme, violations } from "./axe";
import type { Server } from "./server";

/** Waits until the dashboard's script handles keys and clicks: it then adds this element. */
export const awake = (page: Page) => page.locator("next-route-announcer").waitFor({ state: "attached" });

/** Opens a page of the dashboard, signed in. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await awake(page);
}

/** Signs in through the form and waits for the requested page of the dashboard. */
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

/** Checks that axe finds nothing on the current page of the dashboard, in both colour schemes. */
export async function expectSound(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] satisfies Scheme[]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page), `${what} in ${colorScheme}`).toEqual([]);
  }
}
