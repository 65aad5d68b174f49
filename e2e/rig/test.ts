import { test as base, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { expectAccessible, type Scheme } from "./axe";
import { Watch } from "./watch";

type Fixtures = {
  /** Opens a page in a browser profile of its own. Whatever goes wrong in it without being asked for fails the test. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** The same with JavaScript switched off. */
  reader: Page;
  /** Sees that axe finds nothing wrong with what a page shows now. */
  accessible: (page: Page, ...schemes: Scheme[]) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  open: async ({ browser }, use) => {
    const opened: { watch: Watch; close: () => Promise<void> }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
      opened.push({ watch: new Watch(context), close: () => context.close() });
      return context.newPage();
    });
    const problems = opened.flatMap(({ watch }) => watch.unexpected());
    await Promise.all(opened.map(({ close }) => close()));
    expect(problems, "the browser's console").toEqual([]);
  },
  reader: async ({ open }, use) => use(await open({ javaScriptEnabled: false })),
  accessible: async ({ open }, use) => {
    let scripted: Page | undefined;
    await use(async (page, ...schemes) => expectAccessible(page, (scripted ??= await open()), schemes.length > 0 ? schemes : ["light"]));
  },
});

export { expect };
