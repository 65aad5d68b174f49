import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";
import { faintTexts } from "./contrast";
import { contentOf } from "./documents";
import type { Texts } from "./watch";

export type Scheme = "light" | "dark";

/** Authors choose the order of headings in their texts. */
const rulesLeftOut: Record<Texts, string[]> = { ours: [], found: ["heading-order"] };

/** The rules that another colour scheme can break, since nothing but colours differs. */
const rulesAboutColours = ["link-in-text-block"];

/** A frame with an origin of its own cannot answer. */
const UNREACHABLE = "iframe[sandbox]:not([sandbox~=allow-same-origin])";

/** Waits until no animation runs: half faded in, a text lacks contrast. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
  });

/** What is open in front of a page: everything behind it is dimmed, and neither keys nor a reader's program reach it. */
const DIALOG = "[role=dialog][data-state=open], [role=alertdialog][data-state=open]";

/** axe in ASCII. It holds four letters beyond Latin-1, for which a browser takes two bytes for each letter of all of it. */
const PROGRAM = axeCore.source.replace(
  /[^\0-\x7f]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

/** Pages that have axe in each of their documents. */
const equipped = new WeakSet<Page>();

/** Gives axe to a page. Where it is looked at once, its next documents mostly are as well, and find it there already. */
async function equip(page: Page): Promise<void> {
  if (!equipped.has(page)) await page.addInitScript(PROGRAM);
  equipped.add(page);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(PROGRAM);
}

/**
 * axe's findings on the current page, or on the dialog in front of it; by all rules, or by those about colours. Contrast
 * is looked at where it was not found sound before (`contrast.ts`).
 */
export async function violations(page: Page, texts: Texts = "ours", onlyColours = false): Promise<string[]> {
  await rest(page);
  await equip(page);
  // The other mode opens a second page each time, for frames of other hosts; there are none.
  const axe = new AxeBuilder({ page, axeSource: "void 0" })
    .setLegacyMode()
    // Of what passed, only that it did is told, not every element.
    .options({ resultTypes: ["violations"] })
    .exclude(UNREACHABLE);
  const hasDialog = (await page.locator(DIALOG).count()) > 0;
  if (hasDialog) axe.include(DIALOG);
  if (onlyColours) axe.withRules(rulesAboutColours);
  else axe.disableRules([...rulesLeftOut[texts], "color-contrast"]);
  const { violations: found, passes, inapplicable } = await axe.analyze();
  expect((onlyColours ? [...passes, ...inapplicable] : passes).length, "rules that axe applied").toBeGreaterThan(
    onlyColours ? 0 : 4,
  );
  return [
    ...found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1]?.trim()}`),
    ),
    ...(await faintTexts(page, hasDialog ? DIALOG : "html", UNREACHABLE)),
  ];
}

/** Sees that axe finds nothing wrong with what `page` shows now: by all rules in the first scheme. */
export async function expectAccessible(
  page: Page,
  schemes: readonly Scheme[],
  texts: Texts = "ours",
  what = page.url(),
): Promise<void> {
  await page.waitForLoadState();
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, texts, index > 0), `${what} in ${colorScheme}`).toEqual([]);
  }
}

/** The same of a page without scripts. axe needs them, so what the page shows is put, as it is, into `scripted`. */
export async function expectCopyAccessible(
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
  await scripted.goto(url);
  await expectAccessible(scripted, schemes, texts);
  await scripted.unroute(isIt);
}
