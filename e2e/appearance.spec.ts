import type { Page } from "@playwright/test";
import { aPng } from "../lib/testing/pictures";
import { enter, expectSound } from "./rig/desk";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const frame = (page: Page) => page.frameLocator('iframe[title="Your site with these options"]');
const accent = (page: Page | ReturnType<typeof frame>) => page.locator("html").getAttribute("data-accent");
/** The accent that nobody has chosen. */
const asTheLook = (page: Page) =>
  page.getByRole("group", { name: "Accent" }).getByRole("radio", { name: "As the look" });
const set = (values: Record<string, string>) =>
  owner(server).must(
    200,
    "PUT",
    "/admin/options/batch",
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
const source = async (path: string) => (await ask(server, path)).text;

test.beforeAll(async () => {
  const ada = owner(server);
  for (const title of ["The first of them", "The second", "The third"])
    await ada.post({ title, originalContent: `Words of *${title}*.` });
  await ada.sheet({ title: "Who we are", slug: "about", originalContent: "People." });
});

test("a look is seen before it is saved; visitors see the old one until then, and the new one at once after", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/appearance");
  await expect(frame(page).getByRole("heading", { name: "The third" })).toBeVisible();
  expect(await accent(frame(page))).toBe("brick");
  await expectSound(page, "the appearance");

  await page.getByRole("radio", { name: "Terminal" }).check();
  await expect(frame(page).locator("html")).toHaveAttribute("data-look", "terminal");
  await expect(frame(page).locator(".listing article")).toHaveCount(3);
  expect(await source("/")).toContain('data-look="broadsheet"');
  await page.getByRole("radio", { name: "Broadsheet" }).check();
  await page.getByRole("radio", { name: "Pine" }).check();
  await expect.poll(() => accent(frame(page))).toBe("pine");
  await page.getByRole("radio", { name: "List" }).check();
  await expect(frame(page).locator(".found article")).toHaveCount(3);
  await page.getByLabel("Text", { exact: true }).fill("© Ada, [about us](/about)");
  await expect(frame(page).getByRole("contentinfo").getByRole("link", { name: "about us" })).toBeVisible();
  expect(await source("/")).toContain('data-accent="brick"');
  expect(await source("/")).not.toContain("about us");

  await test.step("on every page and at three widths, from link to link", async () => {
    for (const [name, width] of [
      ["Telephone", 360],
      ["Tablet", 768],
      ["Computer", 1280],
    ] as const) {
      await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await expect
        .poll(() =>
          frame(page)
            .locator("html")
            .evaluate(() => window.innerWidth),
        )
        .toBe(width);
    }
    await page.getByLabel("Page", { exact: true }).selectOption("A page");
    await expect(frame(page).getByRole("heading", { name: "Who we are" })).toBeVisible();
    expect(await accent(frame(page))).toBe("pine");
    // The driver clicks where a frame would be that is not made smaller.
    await frame(page).getByRole("banner").getByRole("link", { name: "Archive" }).press("Enter");
    await frame(page).getByRole("link", { name: "The second" }).press("Enter");
    await expect(frame(page).getByRole("heading", { level: 1, name: "The second" })).toBeVisible();
    expect(await accent(frame(page))).toBe("pine");
  });

  await save(page).click();
  await expect(toast(page, "Appearance is saved.")).toBeVisible();
  const visitor = await open();
  await visitor.goto(server.url("/"));
  expect(await accent(visitor)).toBe("pine");
  await expect(visitor.locator(".found article")).toHaveCount(3);
  await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "about us" })).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(asTheLook(page)).toBeChecked();
  await visitor.reload();
  expect(await accent(visitor)).toBe("brick");
});

test("a preview is nobody else's: it has no origin, is never kept, and ends", async ({ open }) => {
  const { path } = await owner(server).must<{ path: string }>(200, "POST", "/admin/options/preview", {
    site_accent: "sea",
  });
  const shown = await ask(server, `${path}/`);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('data-accent="sea"');
  expect(shown.headers["content-security-policy"]).toMatch(/frame-ancestors 'self'.*; sandbox allow-scripts$/);
  expect(shown.headers["content-security-policy"]).toContain(`style-src 'self' ${server.origin};`);
  expect(shown.headers["cache-control"]).toBe("no-store");
  expect(shown.headers["x-robots-tag"]).toContain("noindex");
  expect(shown.headers["referrer-policy"]).toBe("no-referrer");
  expect((await ask(server, `${path}/nowhere`)).status).toBe(404);
  for (const inside of ["/admin", "/login", "/api/content/posts", "/preview/none"])
    expect([inside, (await ask(server, path + inside)).status]).toEqual([inside, 404]);
  expect((await ask(server, `/preview/look/${"x".repeat(43)}/`)).status).toBe(404);
  const page = await open();
  await page.goto(server.url(`${path}/`));
  expect(await page.evaluate(() => self.origin)).toBe("null");
  expect(await source("/")).toContain('data-accent="brick"');
});

test("code runs on public pages alone, within what it names, and what breaks a page is taken back", async ({
  open,
  openUnwatched,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/appearance");
  const head = page.getByLabel("In the head", { exact: true });
  await head.fill('<meta name="generator" content="Ada"><script>document.documentElement.dataset.ran = "yes"</script>');
  await expect(frame(page).getByRole("heading", { name: "The third" })).toBeVisible();
  await expect(frame(page).locator("html")).not.toHaveAttribute("data-ran", "yes");
  await page.getByRole("button", { name: "Run it in the preview" }).click();
  await expect(frame(page).locator("html")).toHaveAttribute("data-ran", "yes");
  await save(page).click();
  await expect(toast(page, "Appearance is saved.")).toBeVisible();

  const visitor = await open();
  await visitor.goto(server.url("/"));
  await expect(visitor.locator("html")).toHaveAttribute("data-ran", "yes");
  await expect(visitor.locator('head > meta[name="generator"]')).toHaveCount(1);
  for (const path of ["/login", "/admin/appearance", "/nowhere?plain", "/?plain"])
    expect([path, (await source(path)).includes("dataset.ran")]).toEqual([path, false]);

  // Code that covers the page, tries to reach the dashboard around it, and fails.
  const broken = `<script>
    const veil = document.createElement("div");
    veil.id = "veil";
    veil.setAttribute("popover", "manual");
    document.body.append(veil);
    veil.showPopover();
    try { parent.document.title = "broken in"; } catch { document.documentElement.dataset.kept = "out"; }
    throw new Error("theme");
  </script>`;
  const desk = await openUnwatched({ viewport: { width: 1280, height: 900 } });
  await enter(desk, server, "/admin/appearance");
  await desk.getByLabel("At the end of pages", { exact: true }).fill(broken);
  await desk.getByRole("button", { name: "Run it in the preview" }).click();
  await expect(frame(desk).locator("#veil")).toBeAttached();
  await expect(frame(desk).locator("html")).toHaveAttribute("data-kept", "out");
  await expect(desk).not.toHaveTitle("broken in");
  await save(desk).click();
  await expect(toast(desk, "Appearance is saved.")).toBeVisible();
  const reader = await openUnwatched();
  await reader.goto(server.url("/"));
  await expect(reader.locator("#veil")).toBeAttached();
  await reader.goto(server.url("/?plain"));
  await expect(reader.locator("#veil")).toHaveCount(0);
  await expect(reader.getByRole("heading", { name: "The third" })).toBeVisible();

  await desk.reload();
  // What is stored does not run here before it is asked for.
  await expect(frame(desk).getByRole("heading", { name: "The third" })).toBeVisible();
  await expect(frame(desk).locator("#veil")).toHaveCount(0);
  await desk.getByLabel("At the end of pages", { exact: true }).fill("");
  await save(desk).click();
  await expect(toast(desk, "Appearance is saved.")).toBeVisible();
  await reader.goto(server.url("/"));
  await expect(reader.locator("#veil")).toHaveCount(0);
  await set({ code_head: "", code_end: "" });
});

test("a logo and an icon are chosen with the picker, and stand on every page", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/appearance");
  const picture = await aPng(320, 80);
  for (const name of ["Logo", "Icon"]) {
    const field = page.getByRole("group", { name, exact: true });
    await field.getByRole("button", { name: `${name}: choose` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "Upload" }).click();
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer: picture });
    await dialog.getByRole("button", { name: "Use it" }).click();
    await expect(field.getByRole("img").or(field.locator("img")).first()).toBeVisible();
  }
  await expect(frame(page).getByRole("banner").getByRole("img")).toBeVisible();
  await expectSound(page, "the appearance with pictures");
  await save(page).click();
  await expect(toast(page, "Appearance is saved.")).toBeVisible();
  const visitor = await open();
  for (const path of ["/", "/about"]) {
    await visitor.goto(server.url(path));
    const logo = visitor.getByRole("banner").getByRole("img");
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  }
  for (const [path, type] of [
    ["/favicon.ico", "image/x-icon"],
    ["/icons/180.png", "image/png"],
    ["/icons/512.png", "image/png"],
    ["/site.webmanifest", "application/manifest+json"],
  ] as const) {
    const answer = await ask(server, path);
    expect([path, answer.status, answer.headers["content-type"]]).toEqual([path, 200, type]);
  }
  expect((await ask(server, "/icons/17.png")).status).toBe(404);
  await set({ site_logo: "", site_icon: "" });
  expect((await ask(server, "/icons/180.png")).status).toBe(404);
  expect((await ask(server, "/favicon.ico")).status).toBe(200);
});

for (const [fonts, files] of [
  ["inter", /inter-text/],
  ["system-sans", null],
  ["system-serif", null],
  ["system-mono", null],
] as const)
  test(`with the fonts ${fonts}, pages fetch these and no others, and fit`, async ({ open, accessible }) => {
    await set({ site_fonts: fonts });
    const page = await open({ viewport: { width: 360, height: 740 } });
    const fetched: string[] = [];
    page.on("request", (request) => request.resourceType() === "font" && fetched.push(request.url()));
    for (const layout of ["front", "cards", "list", "column", "journal"]) {
      await set({ home_layout: layout });
      await page.goto(server.url("/"), { waitUntil: "networkidle" });
      expect(await overflowing(page), layout).toEqual([]);
      await accessible(page, "light", "dark");
    }
    await page.goto(server.url("/about"), { waitUntil: "networkidle" });
    expect(
      fetched.every((url) => files !== null && files.test(url)),
      fetched.join(),
    ).toBe(true);
    expect(fetched.length > 0).toBe(files !== null);
    await set({ site_fonts: "newsreader", home_layout: "front" });
  });

test("settings lead to the appearance, which focuses what was looked for", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/settings");
  await page.getByRole("searchbox", { name: "Search settings" }).fill("accent");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(server.url("/admin/appearance?setting=site_accent"));
  await expect(asTheLook(page)).toBeFocused();
  await page.goto(server.url("/admin/settings/appearance"));
  await expect(page).toHaveURL(server.url("/admin/appearance"));
});

test("the appearance is right on a telephone, by keyboard, and in Chinese", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  const ada = owner(server);
  const { username, nickname, email } = await ada.get<Record<string, string>>("/admin/profile");
  const speak = (locale: string) => ada.must(200, "PUT", "/admin/profile", { username, nickname, email, locale });
  await enter(page, server, "/admin/appearance");
  expect(await overflowing(page)).toEqual([]);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(frame(page).getByRole("heading", { name: "The third" })).toBeVisible();
  await expectSound(page, "the preview on a telephone");
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await page.getByRole("radio", { name: "As their system" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Light", exact: true })).toBeChecked();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await speak("zh-CN");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "外观" })).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
  await speak("en");
});
