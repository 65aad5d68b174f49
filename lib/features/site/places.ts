import { getCategoryBySlug } from "../taxonomy/categories/queries";
import { notFound, toAppError } from "../../core/errors";
import type { Ask } from "../../core/questions";
import { getPublicJournal } from "../journals/queries";
import { getPostAtAddress, getPostAtTop, getPostMarkdown } from "../writing/posts/queries";
import { getSheetAtAddress, getSheetMarkdown } from "../writing/sheets/queries";
import { getTagBySlug } from "../taxonomy/tags/queries";
import { getAuthorPage } from "../writing/posts/authors";
import { isFeedFormat } from "../../text/feeds/feed";
import { decodePart, pageNumber } from "../../text/address-parts";
import { getMapPart } from "./site-map";

const post = (ask: Ask, part: string) => ask(getPostAtAddress, { slug: decodePart(part) });
const tag = (ask: Ask, { slug }: { slug: string }) => ask(getTagBySlug, { slug: decodePart(slug) });
const category = (ask: Ask, { slug }: { slug: string }) => ask(getCategoryBySlug, { slug: decodePart(slug) });

const author = (ask: Ask, { username }: { username: string }) => ask(getAuthorPage, { username: decodePart(username) });

/** The record below whose address a feed stands, for the names that feeds have. */
const feedOf =
  <P, T>(find: (ask: Ask, params: P) => Promise<T>) =>
  async (ask: Ask, params: P & { feed: string }): Promise<T> => {
    if (!isFeedFormat(params.feed)) throw notFound();
    return find(ask, params);
  };

/** A sheet, or a post where posts are at the top of the site. */
async function top(ask: Ask, { slug }: { slug: string }) {
  const at = await ask(getPostAtTop, { slug: decodePart(slug) });
  if (at.post !== null || at.movedTo !== null) return { ...at, sheet: null };
  return { post: null, ...(await ask(getSheetAtAddress, { slug: decodePart(slug) })) };
}

/** The text whose page is at this address; the last part of every address of a text is its slug. */
async function text(ask: Ask, { address }: { address: string }) {
  // The address in an address: how often it was decoded on its way does not matter.
  const parts = decodePart(address).split("/").slice(1).map(decodePart);
  const path = parts.map((part) => `/${encodeURIComponent(part)}`).join("");
  const slug = parts.at(-1) ?? "";
  if (parts.length > 1) return ask(getPostMarkdown, { slug, path });
  try {
    return await ask(getSheetMarkdown, { slug, path });
  } catch (thrown) {
    if (toAppError(thrown).code !== "not_found") throw thrown;
  }
  const post = await ask(getPostMarkdown, { slug, path });
  if (post.url !== path) throw notFound();
  return post;
}

/** A part of the site's map, by the name of its file. */
async function mapPart(ask: Ask, { part }: { part: string }) {
  const number = /^([1-9]\d{0,4})\.xml$/.exec(part)?.[1];
  if (number === undefined) throw notFound();
  return ask(getMapPart, { part: Number(number) });
}

/**
 * The query for each route that finds its record. The page asks it first, and so does the front desk before it has the
 * page made. A query that finds nothing means that nothing is there.
 */
export const places = {
  "/[slug]": top,
  "/archives/[slug]": (ask: Ask, { slug }: { slug: string }) => post(ask, slug),
  "/[slug]/[month]/[post]": (ask: Ask, { post: last }: { post: string }) => post(ask, last),
  "/[slug]/[month]/[post]/[last]": (ask: Ask, { last }: { last: string }) => post(ask, last),
  "/tags/[slug]": tag,
  "/tags/[slug]/page/[n]": tag,
  "/categories/[slug]": category,
  "/categories/[slug]/page/[n]": category,
  "/categories/[slug]/[feed]": feedOf(category),
  "/tags/[slug]/[feed]": feedOf(tag),
  "/authors/[username]/[feed]": feedOf(author),
  "/authors/[username]": author,
  "/authors/[username]/page/[n]": author,
  "/markdown/[address]": text,
  "/journals/[id]": (ask: Ask, { id }: { id: string }) => ask(getPublicJournal, { id: pageNumber(id) }),
  "/sitemap/[part]": mapPart,
};

export type Place = keyof typeof places;

export const isPlace = (route: string): route is Place => Object.hasOwn(places, route);
