import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export type Scheme = "light" | "dark";

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  // The other mode opens a second page each time, for frames of other hosts; there are none.
  const { violations: found, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes.length, "rules that axe applied").toBeGreaterThan(5);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1]?.trim()}`));
}

/**
 * Sees that axe finds nothing wrong with what `page` shows now. axe needs scripts, so what a page
 * without them shows is put, as it is, into `scripted`.
 */
export async function expectAccessible(page: Page, scripted: Page, schemes: readonly Scheme[]): Promise<void> {
  const [html, url] = [await page.content(), page.url()];
  const viewport = page.viewportSize();
  if (viewport) await scripted.setViewportSize(viewport);
  await scripted.route(url, (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
  for (const colorScheme of schemes) {
    await scripted.emulateMedia({ colorScheme });
    await scripted.goto(url);
    expect(await violations(scripted), `${url} in ${colorScheme}`).toEqual([]);
  }
  await scripted.unroute(url);
}
