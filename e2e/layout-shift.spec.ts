import type { Page } from "@playwright/test";
import { install } from "./rig/api";
import { overflowing } from "./rig/layout";
import { serve } from "./rig/server";
import { holdBack, shiftsOf, watchShifts } from "./rig/shifts";
import { expect, test } from "./rig/test";

const server = serve();
const widths = [360, 768, 1280];
const paths = [
  "/",
  "/archives/story-1",
  "/archives",
  "/categories/weather",
  "/journals",
  "/about-us",
  "/search?keyword=wind",
  "/nowhere",
];

test.beforeAll(async () => {
  const ada = await install(server, "The Letter of the Harbour and its Lighthouse");
  const category = await ada.category({ name: "Weather", slug: "weather" });
  const text =
    "A paragraph of *some length* about wind, with words that break where the letters of a face say. ".repeat(6);
  for (let i = 1; i <= 5; i += 1)
    await ada.post({
      title: `Story ${i}`,
      slug: `story-${i}`,
      originalContent: `${text}\n\n## A heading\n\n> ${text}\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
      categoryIds: [category.id],
      summary: i === 1 ? "What somebody wrote of it." : "",
    });
  await ada.journal({ sourceContent: text });
  await ada.sheet({ title: "About us", originalContent: text });
  // A phone's width and wider ones: whether a line of these breaks depends on the font.
  for (const [priority, name] of [
    "Latest",
    "Archives",
    "Categories",
    "Journal",
    "Photographs",
    "Links",
    "About us",
    "Reading lists",
    "Workshops",
    "Subscribe",
  ].entries())
    await ada.must(201, "POST", "/admin/menus", { name, url: `/place-${priority}`, priority: 100 - priority });
});

/** Opens a page whose fonts load only after it was drawn; returns what moved then. */
async function movedByLateFonts(page: Page, path: string): Promise<string[]> {
  const late = await holdBack(page, "**/*.woff2");
  await page.goto(server.url(path), { waitUntil: "commit" });
  await late.isAwaited(2);
  late.release();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await late.end();
  return shiftsOf(page);
}

for (const width of widths)
  test(`fonts that come late move nothing at ${width} px, however wide the menu is`, async ({ openUnwatched }) => {
    const page = await openUnwatched({ viewport: { width, height: 800 } });
    await watchShifts(page);
    for (const path of paths) expect(await movedByLateFonts(page, path), path).toEqual([]);
  });

test("pages are set in the site's own letters where these come in time, and nothing moves then either", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await watchShifts(page);
  for (const path of paths) {
    await page.goto(server.url(path), { waitUntil: "networkidle" });
    expect(await shiftsOf(page), path).toEqual([]);
    expect(await overflowing(page), path).toEqual([]);
  }
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
  );
  expect(loaded).toEqual(expect.arrayContaining(["Newsreader Variable", "Inter Variable"]));
});
