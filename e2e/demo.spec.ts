import { existsSync } from "node:fs";
import { logIn } from "./rig/api";
import { crawl } from "./rig/crawl";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";
import { apart, mistakes } from "./rig/validity";

// What is seen of the sample site. It takes long to make, so all of this looks at the same one; the last test ends it.

const server = new Server();
test.beforeAll(() => server.start("--demo"));
test.afterAll(() => server.end());

type Head = {
  description: string;
  told: string;
  canonical: string;
  url: string;
  title: string;
  types: string[];
  edition: string;
};

/** Lists and notes; of a protected story nothing is told. */
const described = /^\/$|^\/(categories|tags|journals|photos|links)(\/|$)|^\/archives(\/\d{4}\/|$)/;

test("each page says what it is about, to search engines and to other sites", async ({ reader }) => {
  const pages = (await crawl(server, ["/", "/sitemap.xml"])).filter(
    ({ reply }) => reply.status === 200 && reply.headers["content-type"]?.startsWith("text/html"),
  );
  await reader.goto(server.url("/nowhere"));
  const headOf = (html: string): Promise<Head> =>
    reader.evaluate((text) => {
      // The policy of the page that reads this knows nothing of another one's styles.
      const page = new DOMParser().parseFromString(text.replace(/<style[^]*?<\/style>/g, ""), "text/html");
      const of = (selector: string, name = "content") => page.querySelector(selector)?.getAttribute(name) ?? "";
      return {
        title: page.title,
        description: of('meta[name="description"]'),
        told: of('meta[property="og:description"]'),
        canonical: of('link[rel="canonical"]', "href"),
        url: of('meta[property="og:url"]'),
        types: [...page.querySelectorAll('script[type="application/ld+json"]')].map(
          ({ textContent }) => (JSON.parse(textContent) as { "@type": string })["@type"],
        ),
        edition: page.querySelector(".masthead time")?.textContent ?? "",
      };
    }, html);
  const heads = new Map<string, Head>();
  for (const { path, reply } of pages) heads.set(path, await headOf(reply.text));
  for (const [path, { title, description, told, canonical, url }] of heads) {
    if (path.startsWith("/search") || path.startsWith("/preview")) continue;
    expect([title !== "", canonical !== "", url], path).toEqual([true, true, canonical]);
    if (!described.test(path)) continue;
    expect(description, path).not.toBe("");
    expect(told, path).toBe(description);
  }
  const typesOf = (path: string) => heads.get(path)?.types;
  expect(
    ["/categories/harbour", "/tags/tides", "/journals", "/journals/1", "/photos", "/archives/fog-signal", "/"].map(
      typesOf,
    ),
  ).toEqual([
    ["CollectionPage", "BreadcrumbList"],
    ["CollectionPage", "BreadcrumbList"],
    ["CollectionPage"],
    ["SocialMediaPosting", "BreadcrumbList"],
    ["ImageGallery"],
    ["BlogPosting", "BreadcrumbList"],
    ["WebSite"],
  ]);
  expect(heads.get("/tags/tides")?.description).toBe("Posts with the tag tides.");
  // A page is kept until something changes, so what stands in its head is a date of its content and says so.
  expect(heads.get("/")?.edition).toMatch(/^Updated \w+ \d+, \d{4}$/);
});

test("every public page of the sample site is valid HTML", async () => {
  const { paths, found } = await mistakes(server, ["/", "/sitemap.xml", ...apart]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "/photos",
      "/links",
      "/journals",
      "/journals/1",
      "/archives",
      "/categories/harbour",
      "/tags/tides",
      "/about",
      "/archives/for-the-crew-only",
    ]),
  );
  expect(found).toEqual([]);
});

test("photos hang team by team, with their size and smaller versions, without a script", async ({
  open,
  reader,
  accessible,
}) => {
  await reader.goto(server.url("/photos"));
  await expect(reader.getByRole("heading", { level: 2 })).toHaveText(["Harbour", "Weather"]);
  const photos = reader.locator(".wall img");
  await expect(photos).toHaveCount(6);
  await expect(reader.locator(".wall figcaption .name").first()).toHaveText("Before the first ferry");
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect(photo).toHaveAttribute("srcset", /480\.webp\?v=\w+ 480w, .*960\.webp\?v=\w+ 960w, .*\?v=\w+ 1600w/);
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await accessible(reader, "light", "dark");

  // Narrow or wide, the frames have their height before a picture is there.
  const page = await open();
  for (const [width, columns] of [
    [390, 2],
    [800, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Pictures that never come.
    await page.route("**/uploads/**", () => undefined);
    await page.goto(server.url("/photos"), { waitUntil: "domcontentloaded" });
    await expect(page.locator(".wall ul").first()).toHaveCSS("display", "grid");
    const boxes = await page
      .locator(".wall")
      .first()
      .locator("img")
      .evaluateAll((images) =>
        images
          .map((image) => image.getBoundingClientRect())
          .map(({ width: w, height: h, top }) => ({ ratio: w / h, top })),
      );
    expect(boxes.every(({ ratio }) => Math.abs(ratio - 4 / 3) < 0.02)).toBe(true);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(Math.ceil(boxes.length / columns));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  const whole = await reader.locator(".wall a").first().getAttribute("href");
  expect((await fetch(server.url(String(whole)))).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
  const narrow = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await narrow.goto(server.url("/photos"));
  await narrow.screenshot({ path: ".reports/photos-390-dark.png" });
  await reader.setViewportSize({ width: 1280, height: 900 });
  await reader.screenshot({ path: ".reports/photos-1280-light.png" });
});

test("photos fill the window, one after the other, by keyboard too", async ({ open, accessible }) => {
  const page = await open();
  await page.goto(server.url("/photos"));
  const plates = page.locator(".wall a");
  // Until its script is there, which a page doesn't wait for, a photo is a link.
  await page.locator("dialog.lightbox img").waitFor({ state: "attached" });
  await plates.first().focus();
  await page.keyboard.press("Enter");
  const box = page.getByRole("dialog", { name: "One photo" });
  await expect(box).toBeVisible();
  await expect(box.locator("figcaption")).toContainText("Before the first ferry");
  await expect
    .poll(() => box.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await accessible(page, "light", "dark");
  await page.screenshot({ path: ".reports/lightbox-1280-light.png" });
  const first = await box.locator("img").getAttribute("src");
  await page.keyboard.press("ArrowRight");
  await expect(box.locator("img")).not.toHaveAttribute("src", String(first));
  await box.getByRole("button", { name: "Previous photo" }).click();
  await expect(box.locator("img")).toHaveAttribute("src", String(first));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(plates.nth(1)).toBeFocused();
  await expect(page).toHaveURL(({ pathname }) => pathname === "/photos");
});

test("what has an address has one: in other letters it is no second page", async () => {
  const pages = (await crawl(server, ["/", "/sitemap.xml", "/authors/demo/feed.json"])).filter(
    ({ path, reply }) => reply.status === 200 && !path.includes("?"),
  );
  for (const { path } of pages) {
    const parts = path.split("/");
    for (const [at, part] of parts.entries()) {
      const other = parts.with(at, part.toUpperCase()).join("/");
      if (other === path) continue;
      const { status } = await ask(server, other);
      expect([other, status, [301, 308, 404].includes(status)]).toEqual([other, status, true]);
    }
  }
});

test("a sample site is there to be looked at, and gone without a trace", async ({ open, accessible }) => {
  await expect.poll(() => server.stdout).toMatch(/Sign in as "([^"]+)" with the password "([^"]+)"/);
  const [, username = "", password = ""] = /Sign in as "([^"]+)" with the password "([^"]+)"/.exec(server.stdout) ?? [];
  const guest = await logIn(server, { username, password });
  expect((await guest.get<unknown[]>("/admin/posts?size=100")).length).toBeGreaterThan(10);

  const pages = (await crawl(server, ["/"])).filter(({ path }) => path !== "/scheme");
  expect(pages.length).toBeGreaterThan(20);
  for (const { path, reply } of pages) expect(reply.status, path).toBe(200);

  const page = await open({ viewport: { width: 360, height: 740 } });
  for (const path of pages
    .filter(({ reply }) => reply.headers["content-type"]?.startsWith("text/html"))
    .map((found) => found.path)) {
    await page.goto(server.url(path));
    expect(await overflowing(page), path).toEqual([]);
    if (/^\/($|archives)/.test(path)) await accessible(page);
  }
  expect(existsSync(server.dataDir), "the folder of the settings is left alone").toBe(false);
  await server.end();
});
