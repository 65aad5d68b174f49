import { z } from "zod";
import { absoluteUrl, text } from "./fields";
import { choice, type Known, yesNo } from "./setting-kinds";

/** What an entry of a feed holds. */
export const feedContents = ["full", "summary"] as const;

/** The paths below which feeds stand that a WebSub hub is told of; other feeds name no hub. */
export const hubFolders = ["", "/journals"] as const;
export type HubFolder = (typeof hubFolders)[number];

const lines = (max: number) => ({ schema: text(max), kind: "lines", max }) as const;

/** The settings of what programs read: feeds, robots.txt and the like. */
export const publishingOptions = {
  feed_content: {
    ...choice(feedContents),
    fallback: "full",
    public: true,
    group: "posts",
    says: "Whether feeds hold whole texts or their summaries.",
  },
  feed_hub: {
    schema: absoluteUrl(1023).or(z.literal("")),
    kind: "address",
    max: 1023,
    fallback: "",
    public: true,
    group: "posts",
    ruling: true,
    says: "The address of a WebSub hub, which the feeds of the site and of the journal name, and which is told of their changes.",
  },
  author_pages: {
    ...yesNo,
    fallback: true,
    public: true,
    group: "posts",
    says: "Authors of public posts have a page and a feed, at an address with the name that they sign in with.",
  },
  about_line: {
    ...yesNo,
    fallback: false,
    public: true,
    group: "posts",
    says: "The foot of pages has a line that opens a list of what programs can read here: feeds, maps and the like.",
  },
  robots_lines: {
    ...lines(4000),
    fallback: "",
    public: false,
    group: "addresses",
    ruling: true,
    says: "Further lines of /robots.txt.",
  },
  security_txt: {
    ...lines(2000),
    fallback: "",
    public: false,
    group: "addresses",
    ruling: true,
    says: "The text of /.well-known/security.txt (RFC 9116), such as a Contact line; empty: there is none.",
  },
} as const satisfies Record<string, Known>;
