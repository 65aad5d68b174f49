import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

test("photos hang team by team, with their size and smaller versions, without a script", async ({
  open,
  reader,
  accessible,
}) => {
  const server = new Server();
  await server.start("--demo");
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

  // At any width, the frames have their height before a picture loads.
  const page = await open();
  for (const [width, columns] of [
    [390, 2],
    [800, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Pictures that never load.
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
  await server.end();
});
