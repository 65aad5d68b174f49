import { crawl } from "./rig/crawl";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

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
const described = /^\/(categories|tags|journals|photos|links)(\/|$)|^\/archives(\/\d{4}\/|$)/;

test("each page says what it is about, to search engines and to other sites", async ({ reader }) => {
  const server = new Server();
  await server.start("--demo");
  const pages = (await crawl(server, ["/", "/sitemap.xml"])).filter(
    ({ reply }) => reply.status === 200 && reply.headers["content-type"]?.startsWith("text/html"),
  );
  await reader.goto(server.url("/nowhere"));
  const headOf = (html: string): Promise<Head> =>
    reader.evaluate((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
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
    ["CollectionPage"],
    ["CollectionPage"],
    ["CollectionPage"],
    ["SocialMediaPosting"],
    ["ImageGallery"],
    ["BlogPosting"],
    ["WebSite"],
  ]);
  expect(heads.get("/tags/tides")?.description).toBe("Stories with the tag tides.");
  // A page is kept until something changes, so what stands in its head is a date of its content and says so.
  expect(heads.get("/")?.edition).toMatch(/^Updated \w+ \d+, \d{4}$/);
  await server.end();
});
