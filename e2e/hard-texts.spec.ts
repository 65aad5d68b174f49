// What authors and readers may send, at the narrowest window, in each look: no page is wider than its window.
import { siteLooks } from "../lib/core/looks";
import type { Api } from "./rig/api";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;
const paths: string[] = [];

const words = "Water rises and falls twice a day, and not by the same measure everywhere. ";
const unbroken = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".padEnd(100, "s");
const TAGS = 1000;
const COMMENTS = 500;
const DEPTH = 30;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  ada = owner(server);
  const tagIds: number[] = [];
  for (let n = 0; n < TAGS; n += 1)
    tagIds.push(
      (await ada.tag({ name: [`Tag ${n}`, `A longer name ${n}`, `潮 ${n}`, `${unbroken.slice(0, 60)}${n}`][n % 4] }))
        .id,
    );
  const few = tagIds.slice(0, 4);
  const posts = [
    await ada.post({ title: "潮".repeat(100), originalContent: "潮汐与月亮。".repeat(80), tagIds: few }),
    await ada.post({ title: unbroken, summary: unbroken, originalContent: `${words}${"x".repeat(100)}`, tagIds: few }),
    await ada.post({ title: "A thousand tags", originalContent: words, tagIds }),
    await ada.post({
      title: "المد والجزر في الخليج",
      language: "ar",
      originalContent: `${"يرتفع الماء وينخفض مرتين في اليوم. ".repeat(20)}\n\n## فصل\n\n${unbroken}`,
    }),
    await ada.post({ title: "W".repeat(100), thumbnail: "/demo/dawn.svg", originalContent: "" }),
  ];
  const discussed = await ada.post({ title: "Five hundred comments", originalContent: words });
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "comment_new_need_check", value: "false" }]);
  let parentId: number | undefined;
  for (let n = 0; n < COMMENTS; n += 1) {
    const isReply = n % 50 > 0 && n % 50 < DEPTH;
    const comment: { id: number } = await ada.must(201, "POST", "/admin/posts/comments", {
      author: n % 3 === 0 ? unbroken.slice(0, 50) : "Grace",
      content: n % 7 === 0 ? "y".repeat(100) : words,
      postId: discussed.id,
      ...(isReply && { parentId }),
    });
    parentId = comment.id;
  }
  paths.push("/", ...[...posts, discussed].map(({ url }) => url));
  paths.push("/tags", "/archives", "/search", `/search?keyword=${unbroken}`, "/search?keyword=water", "/nowhere");
});

for (const look of Object.keys(siteLooks))
  test(`hard texts fit into 320 px: ${look}`, async ({ open }) => {
    test.setTimeout(90_000);
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    const page = await open({ viewport: { width: 320, height: 640 } });
    for (const path of paths) {
      await page.goto(server.url(path));
      await expect(page.locator("html")).toHaveAttribute("data-look", look);
      expect(await overflowing(page), path).toEqual([]);
    }
    // What goes over the edge of something that hides it is not seen either.
    await page.goto(server.url(paths.find((path) => path.includes("five-hundred")) ?? ""));
    const deepest = page.locator(".thread article").last();
    const widths = await page
      .locator(".thread article .prose")
      .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().width));
    await expect(deepest).toBeAttached();
    expect(Math.min(...widths), "the narrowest comment").toBeGreaterThan(120);
  });

test("of very many tags a page shows some, and the others where its reader unfolds them", async ({ reader }) => {
  await reader.goto(server.url("/archives/a-thousand-tags"));
  const tags = reader.getByRole("navigation", { name: "Tags" });
  await expect(tags.getByRole("link")).toHaveCount(30);
  await expect(reader.locator('meta[property="article:tag"]')).toHaveCount(30);
  await tags.getByText("970 more tags").click();
  await expect(tags.getByRole("link")).toHaveCount(TAGS);
  expect(await overflowing(reader)).toEqual([]);
});
