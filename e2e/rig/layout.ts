import type { Page } from "@playwright/test";

/** The elements that make a page wider than its window; none where it fits. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 60)}`),
    ];
  });
