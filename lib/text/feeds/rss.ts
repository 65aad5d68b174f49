import { escapeXml, writeXml, type XmlContent } from "../xml-document";
import { changedAt, type Feed, type FeedEntry } from "./feed";

const itemOf = (entry: FeedEntry): XmlContent & object => ({
  title: entry.title,
  link: entry.url,
  guid: { "@isPermaLink": "false", "#text": entry.id },
  pubDate: entry.published.toUTCString(),
  // Readers parse it as HTML, and it is plain text.
  description: escapeXml(entry.summary ?? "") || undefined,
  "content:encoded": entry.html || undefined,
  // RSS's own author element holds an e-mail address.
  "dc:creator": entry.author,
  category: entry.topics,
  enclosure: entry.picture && {
    "@url": entry.picture.url,
    "@type": entry.picture.type,
    "@length": String(entry.picture.bytes),
  },
});

/** A feed as RSS 2.0. */
export const rssOf = (feed: Feed): string =>
  writeXml({
    rss: {
      "@version": "2.0",
      "@xmlns:dc": "http://purl.org/dc/elements/1.1/",
      "@xmlns:content": "http://purl.org/rss/1.0/modules/content/",
      "@xmlns:atom": "http://www.w3.org/2005/Atom",
      channel: {
        title: feed.title,
        link: feed.home,
        description: feed.description || feed.title,
        lastBuildDate: changedAt(feed).toUTCString(),
        docs: "https://www.rssboard.org/rss-specification",
        generator: "Broadsheet",
        language: feed.language,
        "atom:link": [
          { "@href": feed.self["feed.xml"], "@rel": "self", "@type": "application/rss+xml" },
          ...(feed.hub === "" ? [] : [{ "@href": feed.hub, "@rel": "hub" }]),
        ],
        item: feed.entries.map(itemOf),
      },
    },
  });
