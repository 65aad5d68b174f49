import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { contentOf } from "./documents";
import type { Texts } from "./watch";

export type Scheme = "light" | "dark";

/** Authors choose the order of headings in their texts. */
const rulesLeftOut: Record<Texts, string[]> = { ours: [], found: ["heading-order"] };

/** Waits until no animation runs: half faded in, a text lacks contrast. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
  });

/** axe's findings on the current page. */
export async function violations(page: Page, texts: Texts = "ours"): Promise<string[]> {
  await rest(page);
  // The other mode opens a second page each time, for frames of other hosts, which do not exist here.
  const { violations: found, passes } = await new AxeBuilder({ page })
    .setLegacyMode()
    .disableRules(rulesLeftOut[texts])
    .analyze();
  expect(passes.length, "rules that axe applied").toBeGreaterThan(5);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1]?.trim()}`),
  );
}

/**
 * Checks that axe finds nothing on `page`. axe needs scripts, so the HTML of a page without them is put into
 * `scripted`.
 */
export async function expectAccessible(
  page: Page,
  scripted: Page,
  schemes: readonly Scheme[],
  texts: Texts,
): Promise<void> {
  const html = await contentOf(page);
  // A fragment would navigate within the open page instead of loading this one.
  const [url = ""] = page.url().split("#");
  const viewport = page.viewportSize();
  if (viewport) await scripted.setViewportSize(viewport);
  const isIt = ({ href }: URL) => href === url;
  await scripted.route(isIt, (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
  for (const colorScheme of schemes) {
    await scripted.emulateMedia({ colorScheme });
    await scripted.goto(url);
    expect(await violations(scripted, texts), `${url} in ${colorScheme}`).toEqual([]);
  }
  await scripted.unroute(isIt);
}
