import { notFound } from "next/navigation";
import { hubFolders } from "../../../lib/core/publishing";
import { findPlace, readAsVisitor } from "../../../lib/doors/page";
import { getTranslations } from "../../../lib/doors/words";
import { places } from "../../../lib/features/site/places";
import { getProgramTexts, getSite } from "../../../lib/features/site/queries";
import { pageNumber } from "../../../lib/text/address-parts";
import { atomOf } from "../../../lib/text/feeds/atom";
import {
  type Feed,
  feedAddresses,
  type FeedEntry,
  type FeedFormat,
  feedTypes,
  isFeedFormat,
} from "../../../lib/text/feeds/feed";
import { jsonFeedOf } from "../../../lib/text/feeds/json-feed";
import { rssOf } from "../../../lib/text/feeds/rss";
import { feedTexts } from "../../../lib/text/feeds/texts";
import { leadToOwn } from "../authors/[username]/own-address";
import { commentEntries, journalEntries, type Making, postEntries } from "./entries";

const writers: Record<FeedFormat, (feed: Feed) => string> = {
  "feed.xml": rssOf,
  "atom.xml": atomOf,
  "feed.json": jsonFeedOf,
};

/** What differs between feeds: what it is of, the page that it belongs to, and its texts. */
type Gathered = {
  title?: string;
  description?: string;
  /** Path of the page; the front page unless given. */
  home?: string;
  /** Path below which the feed stands; that of the page unless given. */
  base?: string;
  entries: FeedEntry[];
};

/** A feed in one of its formats. */
async function answer(format: string, gather: (making: Making) => Promise<Gathered>): Promise<Response> {
  if (!isFeedFormat(format)) notFound();
  const [site, { feedContent, feedHub }] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(getProgramTexts, {}),
  ]);
  const textOf = feedContent === "full" ? feedTexts() : () => undefined;
  const making = { site: site.url, size: site.feedSize, textOf };
  const { title, description = "", home = "/", base = home === "/" ? "" : home, entries } = await gather(making);
  const feed = {
    title: title === undefined ? site.title : `${title} — ${site.title}`,
    description: description || site.description,
    language: site.locale,
    home: site.url + home,
    self: feedAddresses(site.url + base),
    hub: hubFolders.some((folder) => folder === base) ? feedHub : "",
    entries,
  };
  return new Response(writers[format](feed), { headers: { "content-type": `${feedTypes[format]}; charset=utf-8` } });
}

export const siteFeed = (format: FeedFormat) => () =>
  answer(format, async (making) => ({ entries: await postEntries({}, making) }));

export const journalFeed = (format: FeedFormat) => () =>
  answer(format, async (making) => {
    const [t, site] = await Promise.all([getTranslations("journalPages"), readAsVisitor(getSite, {})]);
    return {
      title: t("title"),
      description: t("about", { site: site.title }),
      home: "/journals",
      entries: await journalEntries(making),
    };
  });

type Context<P> = { params: Promise<P> };
type Below = { slug: string; feed: string };

export async function categoryFeed(_request: Request, { params }: Context<Below>): Promise<Response> {
  const asked = await params;
  const { name, slug, url, description } = await findPlace(places["/categories/[slug]/[feed]"], asked);
  return answer(asked.feed, async (making) => ({
    title: name,
    description,
    home: url,
    entries: await postEntries({ category: slug }, making),
  }));
}

export async function tagFeed(_request: Request, { params }: Context<Below>): Promise<Response> {
  const asked = await params;
  const { name, slug, url } = await findPlace(places["/tags/[slug]/[feed]"], asked);
  const t = await getTranslations("tags");
  return answer(asked.feed, async (making) => ({
    title: name,
    description: t("of", { name }),
    home: url,
    entries: await postEntries({ tag: slug }, making),
  }));
}

export async function authorFeed(
  _request: Request,
  { params }: Context<{ username: string; feed: string }>,
): Promise<Response> {
  const asked = await params;
  const author = await findPlace(places["/authors/[username]/[feed]"], asked);
  leadToOwn(author, asked.username, `/${asked.feed}`);
  const { username, nickname, url, description } = author;
  return answer(asked.feed, async (making) => ({
    title: nickname,
    description,
    home: url,
    entries: await postEntries({ author: username }, making),
  }));
}

/** The newest comments on all texts, or on one post. */
async function ofComments(format: string, postId: number | undefined): Promise<Response> {
  const t = await getTranslations("discussion");
  const titled = (author: string, text: string) => t("feedEntry", { author, text });
  return answer(format, async (making) => {
    const { post, entries } = await commentEntries(postId, titled, making);
    return {
      title: post ? t("feedOf", { title: post.title }) : t("feedTitle"),
      home: post?.url ?? "/",
      base: postId === undefined ? "/comments" : `/comments/posts/${postId}`,
      entries,
    };
  });
}

export async function commentFeed(_request: Request, { params }: Context<{ feed: string }>): Promise<Response> {
  return ofComments((await params).feed, undefined);
}

export async function postCommentFeed(
  _request: Request,
  { params }: Context<{ id: string; feed: string }>,
): Promise<Response> {
  const { id, feed } = await params;
  return ofComments(feed, pageNumber(id) || notFound());
}
