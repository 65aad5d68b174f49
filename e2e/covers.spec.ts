import type { Page, Response } from "@playwright/test";
import { aJpeg } from "../lib/testing/pictures";
import { type Api } from "./rig/api";
import { ask } from "./rig/http";
import { holdBack, shiftsOf, watchShifts } from "./rig/shifts";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
const [WIDTH, HEIGHT] = [4032, 3024];
let ada: Api;
let original: { url: string; size: number };

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600"><rect width="800" height="600" fill="#345"/></svg>';

test.beforeAll(async () => {
  ada = owner(server);
  original = await ada.upload("From the camera.jpg", await aJpeg({ width: WIDTH, height: HEIGHT }));
  expect(original.size, "bytes of the upload").toBeGreaterThan(1_000_000);
  const drawing = await ada.upload("drawing.svg", Buffer.from(svg));
  const category = await ada.category({ name: "Pictures", slug: "pictures", thumbnail: original.url });
  const tag = await ada.tag({ name: "large", slug: "large", thumbnail: original.url });
  const common = { categoryIds: [category.id], tagIds: [tag.id], originalContent: "Words below it." };
  await ada.post({ ...common, title: "Photographed", slug: "photographed", thumbnail: original.url, topPriority: 1 });
  for (let i = 0; i < 14; i += 1)
    await ada.post({
      ...common,
      title: `Older ${i}`,
      thumbnail: original.url,
      createTime: `2024-01-${String(i + 1).padStart(2, "0")}T00:00:00Z`,
    });
  await ada.post({ title: "Drawn", slug: "drawn", thumbnail: drawing.url, createTime: "2023-01-01T00:00:00Z" });
  await ada.post({
    title: "Elsewhere",
    slug: "elsewhere",
    thumbnail: "https://pictures.example/wide.jpg",
    createTime: "2023-01-02T00:00:00Z",
  });
  await ada.sheet({ title: "A sheet", slug: "a-sheet", thumbnail: original.url, originalContent: "Words." });
  await ada.must(201, "POST", "/admin/photos", { name: "A photo", url: original.url, thumbnail: "" });
  await ada.must(201, "POST", "/admin/links", { name: "A friend", url: "https://example.org/", logo: original.url });
});

const paths = [
  "/",
  "/archives/photographed",
  "/page/2",
  "/categories/pictures",
  "/tags/large",
  "/a-sheet",
  "/photos",
  "/links",
];

/** Opens a page whose pictures load only after it was drawn; returns their responses. */
async function openSlowly(page: Page, path: string): Promise<Response[]> {
  const answers: Response[] = [];
  const late = await holdBack(page, "**/uploads/**");
  const note = (response: Response) => {
    if (response.url().includes("from-the-camera") || /\d\.webp/.test(response.url())) answers.push(response);
  };
  page.on("response", note);
  await page.goto(server.url(path), { waitUntil: "domcontentloaded" });
  await late.isAwaited(1);
  late.release();
  await page.waitForLoadState("networkidle");
  page.off("response", note);
  await late.end();
  return answers;
}

for (const [width, deviceScaleFactor] of [
  [360, 1],
  [360, 2],
  [1280, 1],
] as const)
  test(`a cover comes in a file of its place's size at ${width} px with ${deviceScaleFactor} pixel(s) to one, and moves nothing`, async ({
    openUnwatched,
  }) => {
    const page = await openUnwatched({ viewport: { width, height: 800 }, deviceScaleFactor });
    await watchShifts(page);
    for (const path of paths) {
      const answers = await openSlowly(page, path);
      expect(answers.length, path).toBeGreaterThan(0);
      for (const answer of answers) {
        expect(answer.url(), path).toMatch(
          deviceScaleFactor === 1 && width === 360 ? /\/480\.webp\?v=\w+$/ : /\/(480|960)\.webp\?v=\w+$/,
        );
        expect((await answer.body()).byteLength, answer.url()).toBeLessThan(200_000);
        expect(answer.headers()["cache-control"]).toContain("immutable");
      }
      expect(await shiftsOf(page), path).toEqual([]);
      for (const plate of await page.locator("img.plate[srcset]").all()) {
        expect([await plate.getAttribute("width"), await plate.getAttribute("height")], path).toEqual([
          String(WIDTH),
          String(HEIGHT),
        ]);
        const { width: shown, height } = (await plate.boundingBox()) ?? { width: 0, height: 1 };
        expect(shown / height, path).toBeCloseTo(16 / 9, 1);
      }
      const drawn = await page
        .locator("img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
      expect(drawn, path).toBeCloseTo(WIDTH / HEIGHT, 1);
    }
  });

test("a cover from another host has its place before it comes, and where it never does", async ({ openUnwatched }) => {
  const page = await openUnwatched({ viewport: { width: 360, height: 800 } });
  await page.route("https://pictures.example/**", (route) => route.abort());
  await watchShifts(page);
  await page.goto(server.url("/archives/elsewhere"), { waitUntil: "networkidle" });
  const plate = await page.locator("img.plate").boundingBox();
  expect((plate?.width ?? 0) / (plate?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(await shiftsOf(page)).toEqual([]);
});

test("other sites are told of a card made here for each text, and of a picture of 1600 pixels at most for lists", async ({
  openUnwatched,
}) => {
  const reader = await openUnwatched({ javaScriptEnabled: false });
  const told = async (path: string) => {
    await reader.goto(server.url(path), { waitUntil: "domcontentloaded" });
    return reader.evaluate(() => {
      const of = (name: string) =>
        document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content") ?? null;
      const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}") as {
        image?: { url: string; width: number; height: number };
      };
      return {
        image: of("og:image"),
        width: Number(of("og:image:width")),
        height: Number(of("og:image:height")),
        twitter: of("twitter:image"),
        card: of("twitter:card"),
        data: data.image,
      };
    });
  };
  const fetched = async (image: string | null) => {
    const { pathname, search } = new URL(image ?? "");
    const { status, headers, bytes } = await ask(server, pathname + search);
    expect(status, pathname).toBe(200);
    return { type: headers["content-type"], size: bytes.byteLength };
  };
  for (const path of ["/categories/pictures", "/tags/large", "/photos"]) {
    const { image, width, height, twitter, card, data } = await told(path);
    expect([width, height, card], path).toEqual([1600, 1200, "summary_large_image"]);
    expect(twitter).toBe(image);
    expect(data).toMatchObject({ url: image, width, height });
    const { type, size } = await fetched(image);
    expect(type).toBe("image/webp");
    expect(size).toBeLessThan(original.size / 2);
  }
  for (const path of [
    "/archives/photographed",
    "/a-sheet",
    "/archives/drawn",
    "/archives/elsewhere",
    "/",
    "/archives",
  ]) {
    const { image, width, height, twitter, card } = await told(path);
    expect([width, height, card], path).toEqual([1200, 630, "summary_large_image"]);
    expect(twitter).toBe(image);
    const { type, size } = await fetched(image);
    expect(type).toBe("image/png");
    expect(size).toBeLessThan(1_000_000);
  }
  expect((await told("/archives/photographed")).data).toMatchObject({ width: 1600, height: 1200 });
});

test("a telephone's lightbox does not fetch what the camera wrote", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 800 } });
  await page.goto(server.url("/photos"), { waitUntil: "networkidle" });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "A photo: the whole picture" }).click();
  const whole = page.getByRole("dialog").getByRole("img");
  await expect(whole).toBeVisible();
  await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await whole.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\/480\.webp\?v=/);
  expect(fetched).not.toContain(original.url);
});
