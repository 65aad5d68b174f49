/** A picture beside an entry, as feed readers fetch it: with its type, and its length where that is known. */
export type Enclosure = { url: string; type: string; bytes: number };

/** What a feed says of one text. Addresses are absolute. */
export type FeedEntry = {
  /** Stays when the address changes, so that readers do not show a text twice. */
  id: string;
  title: string;
  url: string;
  published: Date;
  changed: Date;
  /** Plain text; none of a protected text. */
  summary?: string;
  /** With absolute addresses (`absoluteHtml`); none where the feed holds summaries. */
  html?: string;
  author?: string;
  topics: readonly string[];
  picture?: Enclosure;
};

/** A feed before it is written in one of the formats. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  /** The address of the page that it belongs to. */
  home: string;
  /** Its own address in each format. */
  self: Record<FeedFormat, string>;
  /** The WebSub hub that tells its readers of news; "" where there is none. */
  hub: string;
  entries: readonly FeedEntry[];
};

/** The formats of every feed, by the last part of its address. */
export const feedFormats = ["feed.xml", "atom.xml", "feed.json"] as const;
export type FeedFormat = (typeof feedFormats)[number];
export const isFeedFormat = (name: string): name is FeedFormat => (feedFormats as readonly string[]).includes(name);

/** The addresses of a feed below a path, in each format. */
export const feedAddresses = (base: string): Record<FeedFormat, string> => ({
  "feed.xml": `${base}/feed.xml`,
  "atom.xml": `${base}/atom.xml`,
  "feed.json": `${base}/feed.json`,
});

/** The media types of the formats. */
export const feedTypes: Record<FeedFormat, string> = {
  "feed.xml": "application/rss+xml",
  "atom.xml": "application/atom+xml",
  "feed.json": "application/feed+json",
};

/** When its texts last changed, so that the same texts make the same bytes. */
export const changedAt = ({ entries }: Pick<Feed, "entries">): Date =>
  entries.map(({ changed }) => changed).reduce((a, b) => (a > b ? a : b), new Date(0));
