// Letters may have any number of marks above and below them: in a name they cover nothing of what stands beside it.
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { siteLooks } from "../lib/core/looks";
import { Api } from "./rig/api";
import { openWhole } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
const marks = "\u0301\u0302\u0303\u0323\u0324\u032d".repeat(3);
const marked = `Z${marks}oe Z${marks}`;
const names = ["Bill", marked, "Bea"];
async function fill(): Promise<string[]> {
  const ada: Api = owner(server);
  const picture = (
    await ada.upload(
      "sea.png",
      await sharp({ create: { width: 60, height: 40, channels: 3, background: "#68a" } })
        .png()
        .toBuffer(),
    )
  ).url;
  const categoryIds: number[] = [];
  const tagIds: number[] = [];
  for (const [n, name] of names.entries()) {
    categoryIds.push((await ada.category({ name, slug: `category-${n}` })).id);
    tagIds.push((await ada.tag({ name, slug: `tag-${n}` })).id);
    await ada.must(201, "POST", "/admin/links", {
      name,
      description: name,
      url: `https://example.org/${n}`,
      team: "Friends",
    });
    await ada.must(201, "POST", "/admin/photos", {
      name,
      description: name,
      location: name,
      url: picture,
      thumbnail: "",
    });
  }
  let url = "";
  for (const [n, name] of [...names, ...names].entries()) {
    const post = await ada.post({
      title: name,
      slug: `post-${n}`,
      originalContent: "Words.",
      summary: n === 1 ? `Words ${name}` : "",
      categoryIds,
      tagIds,
    });
    if (n === 1) url = post.url;
    await ada.journal({ sourceContent: name });
    for (const author of n === 1 ? names : []) {
      const comment = { postId: post.id, author, content: `Words of ${author}` };
      const { id } = await new Api(server).must<{ id: number }>(201, "POST", "/content/posts/comments", comment);
      await ada.must(200, "PUT", "/admin/comments/state/published", [id]);
    }
  }
  return [
    "/",
    "/archives",
    "/categories",
    "/categories/category-1",
    "/tags",
    "/tags/tag-1",
    "/search?q=words",
    "/journals",
    "/links",
    "/photos",
    url,
  ];
}

/** How many pixels beyond the items with marks change with their letters. */
async function covered(page: Page): Promise<{ pixels: number; at: string }> {
  const boxes = await page.evaluate(
    (mark) => {
      const found: { x: number; y: number; width: number; height: number; margin: number }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.nodeValue?.includes(mark)) continue;
        parent.setAttribute("data-marked", "");
        const item = (parent.closest(".prose")?.parentElement ?? parent).closest(
          ".entry, .pills a, .neighbours a, li, article, header, section",
        );
        // Pixels in which a piece of a mark may be seen: more around articles and large titles, where nothing stands.
        const { x, y, width, height } = (item ?? parent).getBoundingClientRect();
        found.push({
          x: x + scrollX,
          y: y + scrollY,
          width,
          height,
          margin: item?.matches("header") ? 24 : item?.matches("article") ? 14 : 8,
        });
      }
      return found;
    },
    marks.slice(0, 4),
  );
  const shot = async () => {
    const { data, info } = await sharp(await page.screenshot({ fullPage: true }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, ...info };
  };
  const before = await shot();
  await page.evaluate(() => {
    const unseen = new CSSStyleSheet();
    unseen.replaceSync(
      "[data-marked] { color: transparent !important; text-decoration-color: transparent !important }",
    );
    document.adoptedStyleSheets = [unseen];
  });
  const after = await shot();
  let pixels = 0;
  let at = "";
  // A page that ends a few empty rows later in one of them covers nothing.
  const end = Math.min(before.data.length, after.data.length);
  for (let i = 0; i < end; i += 3) {
    if (
      before.data[i] === after.data[i] &&
      before.data[i + 1] === after.data[i + 1] &&
      before.data[i + 2] === after.data[i + 2]
    )
      continue;
    const [x, y] = [(i / 3) % before.width, Math.floor(i / 3 / before.width)];
    const isOwn = boxes.some(
      ({ margin, ...box }) =>
        x >= box.x - margin &&
        x <= box.x + box.width + margin &&
        y >= box.y - margin &&
        y <= box.y + box.height + margin,
    );
    if (isOwn) continue;
    if (pixels === 0) at = `${x}, ${y}`;
    pixels += 1;
  }
  return { pixels, at };
}

test("names and titles with marks cover nothing beside them on public pages, in any look", async ({ open }) => {
  const places = await fill();
  const ada = owner(server);
  const found: string[] = [];
  const looks = Object.keys(siteLooks);
  // Things stand closest on a narrow window: every look is tried there, and one on a wide window.
  for (const [width, those] of [
    [1280, looks.slice(0, 1)],
    [360, looks],
  ] as const) {
    const page = await open({ viewport: { width, height: 800 } });
    for (const look of those) {
      await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
      for (const place of places) {
        await openWhole(page, server.url(place));
        const { pixels, at } = await covered(page);
        if (pixels > 0) found.push(`${look} ${width} ${place}: ${pixels} at ${at}`);
      }
    }
  }
  expect(found).toEqual([]);
});
