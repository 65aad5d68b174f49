import type { Metadata } from "next";
import { pageAddress } from "../../components/site/pager";
import type { Site } from "../../lib/features/site/schema";
import type { SocialImage } from "./covers";

type Facts = {
  site: Site;
  /** Path on this site; the canonical address without `/page/{n}`. */
  path: string;
  title?: string;
  description?: string;
  keywords?: string;
  image?: SocialImage;
  hidden?: boolean;
  paging?: { page: number; pages: number };
  article?: { published: Date; modified?: Date; authors: string[]; tags: string[] };
};

/** Everything in the head of a public page. */
export function pageMetadata({
  site,
  path,
  title,
  description,
  keywords,
  image,
  hidden,
  paging,
  article,
}: Facts): Metadata {
  const { page = 1, pages = 1 } = paging ?? {};
  const url = pageAddress(path, page);
  const about = description || site.description || undefined;
  const shared = {
    title: title ?? site.title,
    description: about,
    url,
    siteName: site.title,
    locale: site.locale === "en" ? "en_US" : site.locale.replace("-", "_"),
    ...(image && { images: [{ url: image.url, width: image.width, height: image.height, type: image.type }] }),
  };
  return {
    metadataBase: new URL(site.url),
    title: { absolute: title ? `${title} — ${site.title}` : site.title },
    description: about,
    ...(keywords?.trim() && { keywords }),
    alternates: { canonical: url, types: { "application/rss+xml": [{ url: "/feed.xml", title: site.title }] } },
    openGraph: article
      ? {
          ...shared,
          type: "article",
          publishedTime: article.published.toISOString(),
          modifiedTime: article.modified?.toISOString(),
          authors: article.authors,
          tags: article.tags,
        }
      : { ...shared, type: "website" },
    twitter: { card: image ? "summary_large_image" : "summary" },
    icons: { icon: [{ url: "/favicon.svg", type: "image/svg+xml" }], apple: "/icon-180.png" },
    ...(paging && {
      pagination: {
        previous: page > 1 ? pageAddress(path, page - 1) : null,
        next: page < pages ? pageAddress(path, page + 1) : null,
      },
    }),
    ...(hidden && { robots: { index: false } }),
  };
}

/** The colour of the browser's frame: the paper. */
export const paper = { light: "#fbfaf6", dark: "#151412" };
