import { aJpeg } from "../lib/testing/pictures";
import type { Page } from "@playwright/test";
import { type Api, install } from "./rig/api";
import { ask } from "./rig/http";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

const server = serve();
const hostile = 'A "summary" with <b>marks</b>, <img src=x onerror=alert(1)> & ]]> an end.';

let ada: Api;
test.beforeAll(async () => {
  ada = await install(server, "News & <views>");
});

test("the feed is RSS 2.0: authors, pictures, and descriptions that are text", async ({ reader }) => {
  const { url } = await ada.upload("wide.jpg", await aJpeg({ width: 2000, height: 1000 }));
  await ada.post({ title: "Locked", password: "tide", originalContent: "Hidden.", createTime: "2024-01-01T00:00:00Z" });
  await ada.post({ title: "Empty", createTime: "2024-01-02T00:00:00Z" });
  await ada.post({
    title: "Begun",
    originalContent: "# Not this\n\nWords & <b>bold</b> ones.",
    createTime: "2024-01-03T00:00:00Z",
  });
  const tag = await ada.tag({ name: "a & <b>", slug: "a-b" });
  await ada.post({
    title: "Said & <done>",
    summary: hostile,
    originalContent: "Text ]]> with *words*.",
    thumbnail: url,
    tagIds: [tag.id],
    createTime: "2024-01-04T00:00:00Z",
  });
  const { text, headers } = await ask(server, "/feed.xml");
  expect(headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
  await reader.goto(server.url("/nowhere"));
  const feed = await reader.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, "application/xml");
    const textOf = (from: Element | Document, name: string) =>
      [...from.getElementsByTagName(name)].map((each) => each.textContent);
    return {
      broken: parsed.getElementsByTagName("parsererror").length,
      root: [parsed.documentElement.tagName, parsed.documentElement.getAttribute("version")],
      channel: [...(parsed.querySelector("channel")?.children ?? [])].map(({ tagName }) => tagName),
      items: [...parsed.querySelectorAll("item")].map((item) => {
        const enclosure = item.querySelector("enclosure");
        const [description = ""] = textOf(item, "description");
        const seen = new DOMParser().parseFromString(description, "text/html").body;
        return {
          title: textOf(item, "title"),
          creator: textOf(item, "dc:creator"),
          namespace: item.getElementsByTagName("dc:creator")[0]?.namespaceURI ?? null,
          guid: item.querySelector("guid")?.getAttribute("isPermaLink"),
          link: textOf(item, "link"),
          elements: seen.querySelectorAll("*").length,
          words: seen.textContent,
          content: textOf(item, "content:encoded"),
          category: textOf(item, "category"),
          enclosure: enclosure && Object.fromEntries([...enclosure.attributes].map(({ name, value }) => [name, value])),
        };
      }),
    };
  }, text);
  expect(feed).toMatchObject({ broken: 0, root: ["rss", "2.0"] });
  expect(feed.channel).toEqual(
    expect.arrayContaining(["title", "link", "description", "language", "lastBuildDate", "atom:link"]),
  );
  expect(feed.items.map(({ title }) => title[0])).toEqual(["Said & <done>", "Begun", "Empty", "Locked"]);
  const [said, begun, , locked] = feed.items;
  expect(said).toMatchObject({
    creator: ["Ada Lovelace"],
    namespace: "http://purl.org/dc/elements/1.1/",
    guid: "false",
    link: [server.url("/archives/said-done")],
    elements: 0,
    words: hostile,
    category: ["a & <b>"],
  });
  expect(said?.content[0]).toContain("Text ]]> with <em>words</em>.");
  expect(said?.enclosure).toMatchObject({
    type: "image/webp",
    url: expect.stringMatching(/^http:.*\/1600\.webp\?v=\w+$/),
  });
  const picture = new URL(said?.enclosure?.url ?? "");
  expect((await ask(server, picture.pathname + picture.search)).bytes.byteLength).toBe(Number(said?.enclosure?.length));
  expect(begun).toMatchObject({ elements: 0, words: "Words & bold ones.", enclosure: null });
  expect(locked).toMatchObject({ creator: [], content: [], enclosure: null, words: "" });
});

/** Texts that end their context where only the first end is escaped, none, or the wrong signs. */
const breakouts = [
  ']]>]]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script><![CDATA[',
  "]]>]]></title></item><item><title>Injected</title><!--",
  '"><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  "]]>]]>&amp;lt; &lt;b> &#60; <!-- --> <?x ?> <!DOCTYPE x>",
];

const readXml = (page: Page, xml: string) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    return {
      broken: parsed.getElementsByTagName("parsererror").length,
      names: [...new Set([...parsed.querySelectorAll("*")].map(({ nodeName }) => nodeName))].sort(),
      titles: [...parsed.querySelectorAll("item > title")].map(({ textContent }) => textContent),
      categories: [...parsed.querySelectorAll("item > category")].map(({ textContent }) => textContent),
      kinds: [...parsed.childNodes].map(({ nodeType }) => nodeType),
    };
  }, xml);

test("a text says in the feed what it says, and no more, whatever it holds", async ({ reader }) => {
  await reader.goto(server.url("/nowhere"));
  const { names } = await readXml(reader, (await ask(server, "/feed.xml")).text);
  const made: string[] = [];
  for (const text of breakouts) {
    const category = await ada.category({ name: text });
    const tag = await ada.tag({ name: text });
    await ada.post({
      title: text,
      summary: text,
      originalContent: `${text}\n\n![${text}](/a.png)\n\n\`${text}\``,
      thumbnail: `https://x.example/${text}`,
      categoryIds: [category.id],
      tagIds: [tag.id],
      createTime: "2025-01-01T00:00:00Z",
    });
    made.push(text);
  }
  const feed = await ask(server, "/feed.xml");
  const read = await readXml(reader, feed.text);
  expect(read).toMatchObject({ broken: 0, names, kinds: [1] });
  expect(read.titles).toEqual(expect.arrayContaining(made));
  expect(read.titles.length).toBe(4 + made.length);
  expect(read.categories).toEqual(expect.arrayContaining(made));
  // Opened as a page by itself, it runs nothing and gets no cookies.
  for (const path of ["/feed.xml", "/sitemap.xml", "/robots.txt"])
    expect((await ask(server, path)).headers["content-security-policy"], path).toMatch(
      /^default-src 'none'.*; sandbox$/,
    );
});
