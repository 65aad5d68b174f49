import { describe, expect, it } from "vitest";
import { atomOf } from "./atom";
import { type Feed, feedAddresses } from "./feed";
import { jsonFeedOf } from "./json-feed";
import { rssOf } from "./rss";
import { childrenOf as all, type XmlElement, xmlTree as tree } from "../../testing/xml-tree";

const texts = (element: XmlElement, name: string) => all(element, name).map(({ text }) => text);

const site = "https://jane.example";
const hostile = `"A" <b>&amp;</b> ]]> </title></item> \u0007`;
const seen = hostile.replace("\u0007", "");
const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const feed: Feed = {
  title: "Jane & <co>",
  description: "",
  language: "en",
  home: `${site}/tags/a`,
  self: feedAddresses(`${site}/tags/a`),
  hub: "https://hub.example/",
  entries: [
    {
      id: `${site}/?post=2`,
      title: hostile,
      url: `${site}/archives/b`,
      published: at(2),
      changed: at(4),
      summary: hostile,
      html: "<p>text ]]></p>",
      author: "Jane",
      topics: ["a & b"],
      picture: { url: `${site}/p.webp?a=1&b=2`, type: "image/webp", bytes: 12 },
    },
    {
      id: `${site}/?post=1`,
      title: "Locked",
      url: `${site}/archives/a`,
      published: at(1),
      changed: at(1),
      topics: [],
    },
  ],
};

describe("one feed", () => {
  it("is RSS 2.0, with its own address, its hub and pictures", () => {
    const rss = tree(rssOf(feed));
    expect([rss.name, rss.attributes.version]).toEqual(["rss", "2.0"]);
    const [channel] = all(rss, "channel");
    expect(channel && texts(channel, "title")).toEqual(["Jane & <co>"]);
    // It must have a description.
    expect(channel && texts(channel, "description")).toEqual(["Jane & <co>"]);
    expect(channel && texts(channel, "lastBuildDate")).toEqual([at(4).toUTCString()]);
    expect(channel && all(channel, "atom:link").map(({ attributes }) => attributes)).toEqual([
      { href: `${site}/tags/a/feed.xml`, rel: "self", type: "application/rss+xml" },
      { href: "https://hub.example/", rel: "hub" },
    ]);
    const [first, locked] = channel ? all(channel, "item") : [];
    expect(first && [texts(first, "title"), texts(first, "guid"), texts(first, "category")]).toEqual([
      [seen],
      [`${site}/?post=2`],
      ["a & b"],
    ]);
    expect(first && all(first, "enclosure")[0]?.attributes).toEqual({
      url: `${site}/p.webp?a=1&b=2`,
      type: "image/webp",
      length: "12",
    });
    expect(locked?.children.map(({ name }) => name)).toEqual(["title", "link", "guid", "pubDate"]);
  });

  it("is Atom, where every entry has an author, from the feed if not its own", () => {
    const atom = tree(atomOf(feed));
    expect([atom.name, atom.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    // RFC 4287, 4.1.1: what a feed must have.
    for (const name of ["id", "title", "updated", "author"])
      expect([name, texts(atom, name).length]).toEqual([name, 1]);
    expect(all(atom, "link").map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ["self", `${site}/tags/a/atom.xml`],
      ["alternate", `${site}/tags/a`],
      ["hub", "https://hub.example/"],
    ]);
    const [first, locked] = all(atom, "entry");
    expect(first && [texts(first, "title"), texts(first, "summary"), texts(first, "content")]).toEqual([
      [seen],
      [seen],
      ["<p>text ]]></p>"],
    ]);
    expect(first && all(first, "link").map(({ attributes }) => attributes.rel)).toEqual(["alternate", "enclosure"]);
    expect(locked?.children.map(({ name }) => name)).toEqual(["id", "title", "link", "published", "updated"]);
  });

  it("is JSON Feed 1.1, where every item has a text", () => {
    const { items, ...channel } = JSON.parse(jsonFeedOf(feed)) as { items: Record<string, unknown>[] };
    expect(channel).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Jane & <co>",
      home_page_url: `${site}/tags/a`,
      feed_url: `${site}/tags/a/feed.json`,
      language: "en",
      hubs: [{ type: "WebSub", url: "https://hub.example/" }],
    });
    expect(items[0]).toMatchObject({
      id: `${site}/?post=2`,
      title: hostile,
      content_html: "<p>text ]]></p>",
      authors: [{ name: "Jane" }],
      tags: ["a & b"],
      attachments: [{ url: `${site}/p.webp?a=1&b=2`, mime_type: "image/webp", size_in_bytes: 12 }],
    });
    expect(items[1]).toEqual({
      id: `${site}/?post=1`,
      url: `${site}/archives/a`,
      title: "Locked",
      content_text: "",
      date_published: at(1).toISOString(),
      date_modified: at(1).toISOString(),
    });
  });
});
