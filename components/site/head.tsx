import type { SiteLocale } from "../../lib/core/languages";
import { type SiteLook, siteLooks } from "../../lib/core/looks";
import { feedFormats, feedTypes } from "../../lib/text/feeds/feed";
import { absolute } from "./absolute";
import { pageAddress } from "./pager";

/** A picture as other sites see it. */
export type SocialImage = { url: string; width?: number; height?: number; type?: string; alt?: string };

/** What a page says of itself to browsers, search engines and other sites. */
export type Facts = {
  title: string;
  description?: string;
  keywords?: string;
  /** What search engines are to leave, such as `noindex`. */
  robots?: string;
  /** What browsers tell other sites of this address. */
  referrer?: "no-referrer" | "same-origin";
  /** How other sites show it; unlisted pages have none. */
  shared?: {
    /** Path on this site; the canonical address without `/page/{n}`. */
    path: string;
    title: string;
    /** The page's own unless given. */
    description?: string;
    image?: SocialImage;
    /** The feeds that belong to this page, beside the site's: what they are called, and the path below which they stand. */
    feeds?: readonly { title: string; base: string }[];
    /** The same in other languages, this one too. */
    translations?: readonly { language: string; url: string }[];
    /** Whether browsers are told of the site's search. */
    search?: boolean;
    /** What is written for X alone; where it is empty, the same as elsewhere. */
    twitter?: { title: string; description: string; image: SocialImage | undefined };
    paging?: { page: number; pages: number };
    article?: { published: Date; modified?: Date; authors: string[]; tags: string[] };
  };
};

/** "de_DE" for "de". */
function openGraphLocale(locale: SiteLocale): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}

type SiteFacts = { title: string; url: string; locale: SiteLocale; hasIcon: boolean; look: SiteLook };

/** The colour of the browser's own frame: the paper. */
function ThemeColor({ look, scheme }: { look: SiteLook; scheme?: "light" | "dark" }) {
  const { paper } = siteLooks[look];
  if (scheme) return <meta name="theme-color" content={paper[scheme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
    </>
  );
}

type Said = { name: string; content: string | number | undefined };

/** Left out where the content is empty. */
const Meta = ({ name, content }: Said) => (content ? <meta name={name} content={String(content)} /> : null);

const Property = ({ name, content }: Said) => (content ? <meta property={name} content={String(content)} /> : null);

function Shared({
  site,
  description: own,
  shared,
}: { site: SiteFacts; description?: string } & Required<Pick<Facts, "shared">>) {
  const { path, title, description = own, image, twitter, article, feeds = [], search, translations = [] } = shared;
  const { page, pages } = shared.paging ?? { page: 1, pages: 1 };
  const at = (number: number) => site.url + pageAddress(path, number).replace(/^\/$/, "");
  const picture = image && absolute(image.url, site.url);
  const shown = twitter?.image ?? image;
  const pictureOnX = shown && absolute(shown.url, site.url);
  return (
    <>
      <link rel="canonical" href={at(page)} />
      {translations.map(({ language, url }) => (
        <link key={language} rel="alternate" hrefLang={language} href={site.url + url} />
      ))}
      <link rel="alternate" type={feedTypes["feed.xml"]} title={site.title} href={`${site.url}/feed.xml`} />
      {feeds.map(({ title: name, base }) =>
        feedFormats
          // Those of one part come in one format here; the others stand at the same path.
          .filter((format) => (base === "") !== (format === "feed.xml"))
          .map((format) => (
            <link
              key={base + format}
              rel="alternate"
              type={feedTypes[format]}
              title={name}
              href={`${site.url}${base}/${format}`}
            />
          )),
      )}
      {search && (
        <link rel="search" type="application/opensearchdescription+xml" title={site.title} href="/opensearch.xml" />
      )}
      {page > 1 && <link rel="prev" href={at(page - 1)} />}
      {page < pages && <link rel="next" href={at(page + 1)} />}
      <Property name="og:title" content={title} />
      <Property name="og:description" content={description} />
      <Property name="og:url" content={at(page)} />
      <Property name="og:site_name" content={site.title} />
      <Property name="og:locale" content={openGraphLocale(site.locale)} />
      <Property name="og:image" content={picture} />
      {picture && <Property name="og:image:width" content={image.width} />}
      {picture && <Property name="og:image:height" content={image.height} />}
      {picture && <Property name="og:image:type" content={image.type} />}
      {picture && <Property name="og:image:alt" content={image.alt} />}
      <Property name="og:type" content={article ? "article" : "website"} />
      {article && (
        <>
          <Property name="article:published_time" content={article.published.toISOString()} />
          <Property name="article:modified_time" content={article.modified?.toISOString()} />
          {article.authors.map((author) => (
            <Property key={author} name="article:author" content={author} />
          ))}
          {article.tags.map((tag) => (
            <Property key={tag} name="article:tag" content={tag} />
          ))}
        </>
      )}
      <Meta name="twitter:card" content={pictureOnX ? "summary_large_image" : "summary"} />
      {/* X takes what is missing from og:. */}
      <Meta name="twitter:title" content={twitter?.title} />
      <Meta name="twitter:description" content={twitter?.description} />
      <Meta name="twitter:image" content={pictureOnX} />
    </>
  );
}

/** The icon of the site: its owner's in the sizes that are asked for, or the program's. */
const Icons = ({ own }: { own: boolean }) =>
  own ? (
    <>
      <link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48" />
      <link rel="icon" href="/icons/192.png" sizes="192x192" type="image/png" />
      <link rel="apple-touch-icon" href="/icons/180.png" />
      <link rel="manifest" href="/site.webmanifest" />
    </>
  ) : (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
    </>
  );

type Props = { site: SiteFacts; scheme?: "light" | "dark"; style: string; facts: Facts };

/** Everything in the head of a public page. */
export function Head({ site, scheme, style, facts }: Props) {
  const { title, description, keywords, robots, referrer, shared } = facts;
  return (
    // oxlint-disable-next-line nextjs/no-head-element -- the whole document is made here
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <ThemeColor look={site.look} scheme={scheme} />
      {/* Named, so that the styles of figures follow it. */}
      <link rel="stylesheet" href={style} precedence="site" />
      <title>{title}</title>
      <Meta name="description" content={description} />
      <Meta name="keywords" content={keywords} />
      <Meta name="robots" content={robots} />
      <Meta name="referrer" content={referrer} />
      {shared && <Shared site={site} description={description} shared={shared} />}
      <Icons own={site.hasIcon} />
    </head>
  );
}
