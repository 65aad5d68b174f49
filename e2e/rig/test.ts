import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { expectAccessible, expectCopyAccessible, type Scheme } from "./axe";
import { type Texts, Watch } from "./watch";

type Fixtures = {
  texts: Texts;
  /** Opens a page in its own browser profile. Unexpected errors in it fail the test. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** The same for tests in which the browser itself complains, about requests that fail on purpose. */
  openUnwatched: (options?: BrowserContextOptions) => Promise<Page>;
  /** Like `open`, with JavaScript switched off. */
  reader: Page;
  /** Checks that axe finds nothing on a page. */
  accessible: (page: Page, ...schemes: Scheme[]) => Promise<void>;
};

/** Pages in which axe cannot run. */
const scriptless = new WeakSet<Page>();

export const test = base.extend<Fixtures>({
  texts: ["ours", { option: true }],
  open: async ({ browser, texts }, use) => {
    const opened: { watch: Watch; close: () => Promise<void> }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
      const watch = new Watch(context, texts);
      await watch.begin();
      opened.push({ watch, close: () => context.close() });
      const page = await context.newPage();
      if (options?.javaScriptEnabled === false) scriptless.add(page);
      return page;
    });
    const problems = opened.flatMap(({ watch }) => watch.unexpected());
    await Promise.all(opened.map(({ close }) => close()));
    expect(problems, "the browser's console").toEqual([]);
  },
  openUnwatched: async ({ browser }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  reader: async ({ open }, use) => use(await open({ javaScriptEnabled: false })),
  accessible: async ({ open, texts }, use) => {
    let scripted: Page | undefined;
    await use(async (page, ...given) => {
      const schemes: Scheme[] = given.length > 0 ? given : ["light"];
      if (scriptless.has(page)) await expectCopyAccessible(page, (scripted ??= await open()), schemes, texts);
      else await expectAccessible(page, schemes, texts);
    });
  },
});

export { expect };
