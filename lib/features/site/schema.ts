import { z } from "zod";
import { siteSchemes } from "../../core/appearance";
import { siteLocales } from "../../core/languages";
import { accents, homeLayouts, siteFonts, type SiteLook, siteLooks, siteWidths } from "../../core/looks";
import { feedContents } from "../../core/publishing";
import { knownOptions, permalinks } from "../../core/settings";
import { menu } from "../menus/schema";

/** The site's data for every public page. */
export const site = z.object({
  installed: z.boolean(),
  title: z.string(),
  description: z.string(),
  /** Absolute address without a trailing slash; from SITE_URL, the option, or this machine. */
  url: z.string(),
  locale: z.enum(siteLocales),
  /** The time zone of its dates. */
  timeZone: z.string(),
  scheme: z.enum(siteSchemes),
  look: z.enum(Object.keys(siteLooks) as [SiteLook, ...SiteLook[]]),
  accent: z.enum(accents),
  fonts: z.enum(siteFonts),
  homeLayout: z.enum(homeLayouts),
  width: z.enum(siteWidths),
  /** What lists of posts show beside titles. */
  lists: z.object({ covers: z.boolean(), excerpts: z.boolean(), dates: z.boolean(), authors: z.boolean() }),
  /** What stands below a post. */
  posts: z.object({ related: z.boolean(), share: z.boolean() }),
  /** The address of a picture at the top of the front page. */
  homeCover: z.string(),
  /** Addresses of pictures in place of the name; "" where there is none. */
  logo: z.string(),
  logoDark: z.string(),
  /** Whether it has an icon of its own. */
  hasIcon: z.boolean(),
  /** The text at the foot of pages, as sanitised HTML. */
  footer: z.string(),
  /** Whether readers can follow it by mail. */
  follow: z.boolean(),
  /** Whether pages list at their foot what programs can read. */
  aboutLine: z.boolean(),
  postsPerPage: z.int(),
  feedSize: z.int(),
  permalink: z.enum(permalinks),
  /** The owner's menu; empty: the built-in sections. */
  menu: z.array(menu.pick({ id: true, name: true, url: true, parentId: true, target: true, level: true })),
});

/** What the owner says to programs. */
export const programTexts = z.object({
  feedContent: z.enum(feedContents),
  /** The address of a WebSub hub; "" without one. */
  feedHub: z.string(),
  robots: z.string(),
  security: z.string(),
});

/** What a card is about; the site itself has no number. */
const cardFacts = { kind: z.enum(["post", "sheet", "site"]), id: z.int().min(0) };
export const cardAsked = z.strictObject({ ...cardFacts, path: z.string().max(100) });
/** A card, or only its address where another version was asked for. */
export const card = z.object({ address: z.string(), png: z.instanceof(Buffer).nullable() });

/** A change of addresses that somebody considers. */
export const addressPlan = z.strictObject({
  site_url: knownOptions.site_url.schema.optional(),
  post_permalink: knownOptions.post_permalink.schema.optional(),
  site_timezone: knownOptions.site_timezone.schema.optional(),
});

/** The address of one page now, and after the change; null: no address changes. */
export const addressChange = z.object({ present: z.string(), coming: z.string() }).nullable();

export type CardOf = Pick<z.output<typeof cardAsked>, "kind" | "id">;
export type AddressChange = z.output<typeof addressChange>;
export type Site = z.output<typeof site>;

/** Kinds of pages that the site's map names, in the sequence of its parts. */
export const mapKinds = ["posts", "others", "sheets", "tags"] as const;
const mapCounts = z.record(z.enum(mapKinds), z.int());
export type MapCounts = z.output<typeof mapCounts>;
export const mapSize = z.object({ counts: mapCounts, parts: z.int() });
export const mapPart = z.strictObject({ part: z.int().min(1).max(99_999) });
export const partOfKind = z.object({ kind: z.enum(mapKinds), number: z.int(), total: z.int() });
export const otherAddresses = z.array(z.object({ url: z.string() }));
