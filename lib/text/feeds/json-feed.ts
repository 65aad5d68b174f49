import type { Feed, FeedEntry } from "./feed";

const itemOf = (entry: FeedEntry) => ({
  id: entry.id,
  url: entry.url,
  title: entry.title,
  // An item needs one of both.
  ...(entry.html ? { content_html: entry.html } : { content_text: entry.summary ?? "" }),
  summary: entry.summary || undefined,
  date_published: entry.published.toISOString(),
  date_modified: entry.changed.toISOString(),
  authors: entry.author === undefined ? undefined : [{ name: entry.author }],
  tags: entry.topics.length > 0 ? entry.topics : undefined,
  image: entry.picture?.url,
  attachments: entry.picture && [
    { url: entry.picture.url, mime_type: entry.picture.type, size_in_bytes: entry.picture.bytes || undefined },
  ],
});

/** A feed as JSON Feed 1.1. */
export const jsonFeedOf = (feed: Feed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description || undefined,
    home_page_url: feed.home,
    feed_url: feed.self["feed.json"],
    language: feed.language,
    hubs: feed.hub === "" ? undefined : [{ type: "WebSub", url: feed.hub }],
    items: feed.entries.map(itemOf),
  });
