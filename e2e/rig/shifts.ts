import { expect, type Page } from "@playwright/test";

type Watched = { shifts?: string[] };

/** Records unexpected layout shifts of a page: how far, and which elements. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources?: { node?: Node | null }[] };
    const seen: string[] = ((globalThis as Watched).shifts = []);
    const nameOf = (node: Node | null | undefined) =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${node.className}`
        : (node?.textContent ?? "").slice(0, 30);
    const note = (entries: PerformanceEntryList) => {
      for (const { value, sources = [] } of entries as Shift[])
        seen.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(", ")}`);
    };
    new PerformanceObserver((list) => note(list.getEntries())).observe({ type: "layout-shift", buffered: true });
  });

/** The shifts so far, once the page was drawn. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await drawn();
    await drawn();
    return (globalThis as Watched).shifts ?? [];
  });

/** Keeps these files from a page, as a slow network would, until they are released; what the browser has of them already does not count. */
export async function holdBack(page: Page, files: string) {
  let release = () => {};
  let asked = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  /** Waits until the page was drawn without them and has requested this many. */
  const isAwaited = async (least: number) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await expect.poll(() => asked).toBeGreaterThanOrEqual(least);
  };
  return { release, isAwaited, end: () => page.unroute(files) };
}
