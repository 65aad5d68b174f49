import { writeXml, type XmlContent } from "../xml-document";
import { changedAt, type Feed, type FeedEntry } from "./feed";

const entryOf = (entry: FeedEntry): XmlContent & object => ({
  id: entry.id,
  title: entry.title,
  link: [
    { "@href": entry.url, "@rel": "alternate", "@type": "text/html" },
    ...(entry.picture
      ? [
          {
            "@href": entry.picture.url,
            "@rel": "enclosure",
            "@type": entry.picture.type,
            "@length": String(entry.picture.bytes),
          },
        ]
      : []),
  ],
  published: entry.published.toISOString(),
  updated: entry.changed.toISOString(),
  author: entry.author === undefined ? undefined : { name: entry.author },
  category: entry.topics.map((topic) => ({ "@term": topic })),
  summary: entry.summary || undefined,
  content: entry.html ? { "@type": "html", "#text": entry.html } : undefined,
});

/** A feed as Atom (RFC 4287). */
export const atomOf = (feed: Feed): string =>
  writeXml({
    feed: {
      "@xmlns": "http://www.w3.org/2005/Atom",
      "@xml:lang": feed.language,
      id: feed.self["atom.xml"],
      title: feed.title,
      subtitle: feed.description || undefined,
      updated: changedAt(feed).toISOString(),
      generator: "Broadsheet",
      // For entries without one of their own.
      author: { name: feed.title },
      link: [
        { "@href": feed.self["atom.xml"], "@rel": "self", "@type": "application/atom+xml" },
        { "@href": feed.home, "@rel": "alternate", "@type": "text/html" },
        ...(feed.hub === "" ? [] : [{ "@href": feed.hub, "@rel": "hub" }]),
      ],
      entry: feed.entries.map(entryOf),
    },
  });
