import { siteLooks } from "../lib/core/looks";
import { type Api, install } from "./rig/api";
import { follow } from "./rig/documents";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";
import { weigh } from "./rig/weight";

const server = serve();
let ada: Api;
let long: { url: string };

const unbroken = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const text = `A first paragraph with a [link](https://example.org/${"path/".repeat(40)}), \`${unbroken}\` and ${unbroken}.

## A heading ${unbroken}

![A chart](/demo/chart.svg)

| ${Array.from({ length: 12 }, (_, i) => `column number ${i}`).join(" | ")} |
|${"---|".repeat(12)}
| ${Array.from({ length: 12 }, (_, i) => `value ${i}`).join(" | ")} |

\`\`\`js
const wide = "${"x".repeat(300)}";
\`\`\`

> A quotation, with a footnote.[^1]

- [x] done
- [ ] to do

### Smaller

#### Smallest

[^1]: The footnote.
`;

const paths = () => [
  "/",
  long.url,
  "/archives/short",
  "/archives/locked",
  "/categories",
  "/categories/pictures",
  "/tags",
  "/tags/wide",
  "/page/2",
  "/nowhere",
  "/setup",
];
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
];

test.beforeAll(async () => {
  ada = await install(server, "The Wide and the Narrow Gazette");
  const category = await ada.category({ name: "Pictures", slug: "pictures", description: "What can be seen." });
  await ada.category({ name: "Landscapes", slug: "landscapes", parentId: category.id });
  const tag = await ada.tag({ name: "wide", slug: "wide" });
  for (let i = 0; i < 14; i += 1)
    await ada.post({
      title: `Story number ${i} with a title of ordinary length`,
      originalContent: "One paragraph of it.",
      createTime: `2024-01-${String(i + 1).padStart(2, "0")}T00:00:00Z`,
    });
  await ada.post({ title: "Locked", slug: "locked", password: "open up", originalContent: "Hidden." });
  await ada.post({ title: "Short", slug: "short", originalContent: "Words enough. ".repeat(220) });
  long = await ada.post({
    title: `${unbroken.slice(0, 90)} fits`,
    slug: "long",
    thumbnail: "/demo/dawn.svg",
    originalContent: text,
    categoryIds: [category.id],
    tagIds: [tag.id],
    topPriority: 1,
  });
});

for (const viewport of sizes)
  test(`every page fits and is accessible at ${viewport.width} in both schemes`, async ({ open, accessible }) => {
    const page = await open({ viewport });
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    for (const path of paths()) {
      await page.goto(server.url(path));
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await overflowing(page), `${path} in ${colorScheme}`).toEqual([]);
      }
      await expect(page.locator("img:not([alt])"), path).toHaveCount(0);
      await expect(page.locator("main"), path).toHaveCount(1);
      await expect(page.locator("h1"), path).toHaveCount(1);
      if (viewport.width === 360 || ["/", long.url].includes(path)) await accessible(page, "light", "dark");
    }
    expect(new Set(scripts)).toEqual(new Set([server.url("/site.js")]));
  });

test("colours are chosen without JavaScript, and stay chosen", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, colorScheme: "light" });
  const paper = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const choose = async (name: string) => {
    await follow(page, () => page.getByRole("button", { name }).click());
    await expect(page.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  };
  await page.goto(server.url(long.url));
  const light = await paper();
  await choose("Dark");
  await expect(page).toHaveURL(server.url(long.url));
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.goto(server.url("/"));
  expect(await paper()).toBe(dark);
  await choose("Auto");
  expect(await paper()).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).toBe(dark);
  await choose("Light");
  expect(await paper()).toBe(light);
});

test("who asks for more contrast reads all words in ink, and who chooses all colours sees what can be pressed", async ({
  open,
  accessible,
}) => {
  const styleOf = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name);
  const strong = await open({ contrast: "more" });
  await strong.goto(server.url("/archives/short"));
  const ink = await strong.locator("body").evaluate(styleOf, "color");
  expect(ink).toMatch(/^rgb/);
  expect(await strong.locator("main .meta").first().evaluate(styleOf, "color")).toBe(ink);
  await accessible(strong, "light", "dark");
  const own = await open({ forcedColors: "active" });
  await own.goto(server.url("/search"));
  expect(await own.locator(".button").first().evaluate(styleOf, "border-top-width")).toBe("1px");
});

test("the keyboard skips to the text, and sees where it is", async ({ reader }) => {
  await reader.goto(server.url(long.url));
  await reader.keyboard.press("Tab");
  const skip = reader.getByRole("link", { name: "Skip to the text" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await reader.keyboard.press("Enter");
  await expect(reader).toHaveURL(/#main$/);
  await reader.keyboard.press("Tab");
  await expect(reader.locator("main :focus")).toHaveCount(1);
  const outline = await reader.locator(":focus").evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).not.toBe("none");
});

test("a post of 3 KB costs at most 12 KB of page and style, and no script but our own", async ({ open }) => {
  const page = await open();
  const weight = await weigh(page);
  await page.goto(server.url("/archives/short"), { waitUntil: "networkidle" });
  await expect.poll(() => weight("Document")).toBeGreaterThan(0);
  expect(weight("Script"), "site.js, headers included").toBeLessThanOrEqual(6 * 1024);
  expect(weight("Document", "Stylesheet"), "bytes over the wire, headers included").toBeLessThanOrEqual(12 * 1024);
  const reply = await ask(server, "/archives/short", { headers: { "accept-encoding": "br" } });
  expect(reply.headers["content-encoding"]).toBe("br");
});

test("nothing moves while a page loads", async ({ openUnwatched }) => {
  const page = await openUnwatched({ viewport: { width: 360, height: 740 } });
  // Before the fonts load, a system font with their measures is used. Where this machine has none, any other would move
  // the text.
  await page.goto(server.url("/"));
  const standsIn = await page.evaluate(() =>
    new FontFace("probe", 'local("Times New Roman"), local("Liberation Serif"), local("Tinos")').load().then(
      () => true,
      () => false,
    ),
  );
  if (!standsIn) await page.route("**/*.woff2", (route) => route.abort());
  await page.addInitScript(() => {
    const seen: number[] = ((globalThis as { shifts?: number[] }).shifts = []);
    new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/", long.url]) {
    await page.goto(server.url(path), { waitUntil: "networkidle" });
    const shifted = await page.evaluate(() =>
      ((globalThis as { shifts?: number[] }).shifts ?? []).reduce((a, b) => a + b, 0),
    );
    expect(shifted, path).toBeLessThan(0.02);
  }
});

test("every look fits, is accessible in both schemes, loads one style and keeps to the weight of a text", async ({
  open,
  accessible,
}) => {
  const shown = await ada.post({
    title: "Shown",
    slug: "shown",
    thumbnail: "/demo/dawn.svg",
    summary: "What it is about.",
    originalContent: `![One](/demo/chart.svg "The first of them")\n\n![Wide](/demo/dawn.svg#wide)\n\n![Beside](/demo/chart.svg#right)\n\nText.\n\n![a](/demo/dawn.svg)\n![b](/demo/chart.svg)\n\n\`\`\`ts title="tide.ts" {2}\nlet a = 1; // one\nlet b;\n\`\`\`\n\n\`\`\`diff\n-old\n+new\n\`\`\`\n\n${text}`,
  });
  await ada.journal({ sourceContent: "A *note* of today." });
  const looks = Object.keys(siteLooks);
  const paperOf: string[] = [];
  const set = (value: string) =>
    ada.must(200, "PUT", "/admin/options/batch", [
      { key: "site_look", value },
      { key: "home_cover", value: "/demo/dawn.svg" },
    ]);
  for (const look of looks) {
    await set(look);
    const page = await open({ viewport: { width: 360, height: 740 } });
    const weight = await weigh(page);
    const styles: string[] = [];
    page.on("request", (request) => request.resourceType() === "stylesheet" && styles.push(request.url()));
    await page.goto(server.url("/archives/short"), { waitUntil: "networkidle" });
    await expect.poll(() => weight("Document"), look).toBeGreaterThan(0);
    expect(weight("Document", "Stylesheet"), look).toBeLessThanOrEqual(12 * 1024);
    expect(weight("Document", "Stylesheet", "Font", "Script"), look).toBeLessThanOrEqual(60_000);
    expect(styles.length, look).toBe(1);
    await expect(page.locator("html")).toHaveAttribute("data-look", look);
    paperOf.push(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor));
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [
        "/",
        shown.url,
        long.url,
        "/search?keyword=story",
        "/journals",
        "/categories/pictures",
        "/nowhere",
      ]) {
        await page.goto(server.url(path));
        expect(await overflowing(page), `${look} ${path} ${width}`).toEqual([]);
        if (width === 1280 ? ["/", shown.url].includes(path) : path !== "/nowhere")
          await accessible(page, "light", "dark");
      }
    }
    await page.close();
  }
  expect(new Set(paperOf).size).toBe(looks.length);
  await set("broadsheet");
});

test("each look heeds more contrast, colours of one's own, and paper", async ({ open }) => {
  const page = await open({ viewport: { width: 800, height: 900 } });
  const colour = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => getComputedStyle(each).color);
  for (const value of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value }]);
    await page.goto(server.url(long.url));
    expect(await colour(".story .meta"), value).not.toBe(await colour(".story h1"));
    await page.emulateMedia({ contrast: "more" });
    expect(await colour(".story .meta"), value).toBe(await colour(".story h1"));
    await page.emulateMedia({ contrast: "no-preference", forcedColors: "active" });
    const pressed = page.locator('[aria-pressed="true"]');
    expect(await pressed.evaluate((each) => getComputedStyle(each).textDecorationLine), value).toBe("underline");
    const inBlock = page.locator("pre code").first();
    expect(await inBlock.evaluate((each) => getComputedStyle(each).borderTopWidth), value).toBe("0px");
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    for (const selector of [".masthead nav", ".foot", "#write", ".copy"])
      for (const each of await page.locator(selector).all()) await expect(each, `${value} ${selector}`).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  }
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: "broadsheet" }]);
});
