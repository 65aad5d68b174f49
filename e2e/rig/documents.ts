import type { Page } from "@playwright/test";

/**
 * Does what leads to another document, and waits until all of that is there. A click waits until the answer
 * begins only: what is looked at then may be half a page still, or the words that were on the one before.
 */
export const follow = (page: Page, act: () => Promise<unknown>): Promise<unknown> =>
  Promise.all([page.waitForEvent("load"), act()]);

/** The whole page as it stands, not the part of it that has come so far. */
export async function contentOf(page: Page): Promise<string> {
  await page.waitForLoadState();
  return page.content();
}
