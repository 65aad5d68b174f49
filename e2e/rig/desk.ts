import { expect, type Page } from "@playwright/test";
import { account } from "./api";
import { type Scheme, violations } from "./axe";
import type { Server } from "./server";

/** Signs in through the form and waits for the page of the dashboard that was asked for. */
export async function enter(page: Page, server: Server, path = "/admin/posts", { username, password }: { username: string; password: string } = account): Promise<void> {
  await page.goto(server.url(path));
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", password);
  await page.press("[name=password]", "Enter");
  await page.waitForURL(server.url(path));
}

/** Sees that axe finds nothing wrong with what the dashboard shows at this moment, in both colour schemes. */
export async function expectSound(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] satisfies Scheme[]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page), `${what} in ${colorScheme}`).toEqual([]);
  }
}
