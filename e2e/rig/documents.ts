import type { Page } from "@playwright/test";

/**
 * Navigates, and waits until the whole document has loaded. A click only waits for the beginning of the answer, so a
 * test could see half a page, or the page before.
 */
export const follow = (page: Page, act: () => Promise<unknown>): Promise<unknown> =>
  Promise.all([page.waitForEvent("load"), act()]);

/** The whole current page, not only the part that has loaded. */
export async function contentOf(page: Page): Promise<string> {
  await page.waitForLoadState();
  return page.content();
}
