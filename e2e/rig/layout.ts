import type { Page } from "@playwright/test";

/** The elements that would make a page wider than its window if public pages did not cut it there; none where it fits. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    document.body.style.overflowX = "visible";
    const { scrollWidth, clientWidth } = document.documentElement;
    document.body.style.overflowX = "";
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 60)}`),
    ];
  });

/**
 * Texts of which a part is cut off, and that cannot be read in any way: not by scrolling, not in the field they stand in,
 * not by the words that show when one points at them (`pointed`: on a phone nobody does), and not behind the link or
 * button that they are. A `figure` shows how others will cut them.
 */
export const cutTexts = (page: Page, pointed: boolean): Promise<string[]> =>
  page.evaluate((pointed) => {
    const readable = `a[href], button, input, textarea, select, svg, iframe, figure${pointed ? ", [title]" : ""}`;
    const clips = /hidden|clip/;
    const scrolls = /auto|scroll/;
    /** For readers' programs alone. */
    const isUnseen = ({ width, height }: DOMRect) => width <= 1 || height <= 1;
    function cutBy(text: Node, element: Element): string | null {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (isUnseen(box)) return null;
      let [reachesX, reachesY] = [false, false];
      for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at);
        const room = at.getBoundingClientRect();
        if (style.display === "contents" || style.display === "inline") continue;
        if (isUnseen(room)) return null;
        reachesX ||= scrolls.test(style.overflowX);
        reachesY ||= scrolls.test(style.overflowY);
        const beyondX = box.left < room.left - 1 || box.right > room.right + 1;
        const beyondY = box.top < room.top - 2 || box.bottom > room.bottom + 2;
        if (!reachesX && clips.test(style.overflowX) && beyondX) return at.className;
        if (!reachesY && clips.test(style.overflowY) && beyondY) return at.className;
        if (style.position === "fixed") break;
      }
      return !reachesX && box.left + scrollX < -1 ? "the window" : null;
    }
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (!element || !text.nodeValue?.trim() || element.closest(readable)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const by = cutBy(text, element);
      if (by !== null) found.push(`${element.tagName} "${text.nodeValue.trim().slice(0, 40)}" by ${by}`);
    }
    return found;
  }, pointed);

/** Opens a page and waits for its pictures and letters, which "networkidle" does half a second longer. */
export async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  await page.evaluate(() => document.fonts.ready);
}
