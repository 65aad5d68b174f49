// Texts in which things stand deep in others, or are for readers' programs alone: every look at both ends of the widths.
import { siteLooks } from "../lib/core/looks";
import { Api } from "./rig/api";
import { becomeSignedIn } from "./rig/desk";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;

const words = "Water rises and falls twice a day, and not by the same measure everywhere. ".repeat(6);
const quoted = (mark: string) => Array.from({ length: 15 }, (_, i) => `${"> ".repeat(i + 1)}${mark}`).join("\n>\n");
const listed = Array.from({ length: 20 }, (_, i) => `${"  ".repeat(i)}- item ${i}`).join("\n");
const defined = `${"<dl><dd>".repeat(45)}said${"</dd></dl>".repeat(45)}`;
const unseen = [
  '<video class="sr-only" controls></video>',
  '<audio class="sr-only" controls></audio>',
  `<pre class="sr-only">${words}</pre>`,
  `<table class="sr-only"><tr><td>${words.replaceAll(" ", "")}</td></tr></table>`,
];

test.beforeAll(() => {
  ada = owner(server);
});

for (const [name, originalContent] of [
  ["notes in notes", quoted("[!NOTE]\n> said")],
  ["quotes in quotes", quoted("said")],
  ["lists in lists", listed],
  ["definitions in definitions", defined],
  ["signs before the first letter", `${"«".repeat(300)}W ${words}`],
  ["what only programs say", `${words}\n\n${unseen.join("\n\n")}`],
] as const)
  test(`${name} make no page wider than its window`, async ({ reader }) => {
    const { url } = await ada.post({ title: name, originalContent });
    for (const look of Object.keys(siteLooks)) {
      await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
      for (const width of [320, 1280]) {
        await reader.setViewportSize({ width, height: 600 });
        await reader.goto(server.url(url));
        expect(await overflowing(reader), `${look}, ${width}`).toEqual([]);
      }
    }
  });

const gallery = '<div class="gallery"><p>a</p>'.repeat(45) + "<p>b</p>" + "<p>c</p><p>d</p></div>".repeat(45);
const picture = '<img src="/demo/fog.svg" width="1200" height="800" alt="">';
const wide = `${"<ul><li>".repeat(15)}<figure class="wide">${picture}</figure>${"</li></ul>".repeat(15)}`;

test("nothing that is written makes a page that can be scrolled to the side", async ({ reader }) => {
  const content = `<p>${"<kbd></kbd>".repeat(2000)}</p>${gallery}${wide}`;
  const note = { sourceContent: "x", content, keepRaw: true, type: "PUBLIC" };
  const { url } = await ada.must<{ url: string }>(201, "POST", "/admin/journals", note);
  const post = await ada.post({ title: "Waited for", originalContent: words });
  const comment = { postId: post.id, author: "Eve", content: "`\u2060`*".repeat(248) };
  await new Api(server).must(201, "POST", "/content/posts/comments", comment);
  await becomeSignedIn(reader, server);
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    for (const width of [320, 1030, 1280])
      for (const path of [url, "/journals", post.url]) {
        await reader.setViewportSize({ width, height: 600 });
        await reader.goto(server.url(path));
        await expect(reader.locator(path === post.url ? ".own code" : ".prose kbd").first()).toBeAttached();
        const beside = await reader.evaluate(() => (scrollTo(100, 0), scrollX));
        expect(beside, `${look}, ${width}, ${path}`).toBe(0);
      }
  }
});

test("hundreds of notes beside a text are placed without a layout for each", async ({ open }) => {
  const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
  const [signs, texts] = [names.map((name) => `Words[^${name}]`), names.map((name) => `[^${name}]: A note`)];
  const originalContent = `${signs.join(" ")}\n\n${texts.join("\n")}`;
  const { url } = await ada.post({ title: "Noted", originalContent });
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: "broadsheet" }]);
  const page = await open({ viewport: { width: 1500, height: 900 } });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable");
  await page.goto(server.url(url), { waitUntil: "networkidle" });
  await expect(page.locator(".footnotes")).toHaveClass(/beside/);
  const { metrics } = await tools.send("Performance.getMetrics");
  expect(metrics.find(({ name }) => name === "LayoutCount")?.value).toBeLessThan(names.length);
});

test("thousands of one thing beside each other are styled without looking through all of them for each", async ({
  open,
}) => {
  test.setTimeout(90_000);
  const page = await open();
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  const styled = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "RecalcStyleDuration")?.value ?? Infinity;
  };
  const many = {
    words: "<em>a</em> ".repeat(20_000),
    rubies: "<ruby>a<rt>b</rt></ruby> ".repeat(8_000),
    quotations: "<q>a</q> ".repeat(8_000),
    formulas: '<code class="language-math">a</code> '.repeat(8_000),
  };
  for (const [name, words] of Object.entries(many)) {
    const { url } = await ada.post({ title: name, editorType: "RICHTEXT", originalContent: `<p>${words}</p>` });
    const before = await styled();
    await page.goto(server.url(url));
    await expect(page.locator(".prose")).toBeVisible();
    expect((await styled()) - before, name).toBeLessThan(1);
  }
});
