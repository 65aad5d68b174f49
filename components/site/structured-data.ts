import type { PublicJournal } from "../../lib/features/journals/schema";
import type { Site } from "../../lib/features/site/schema";
import type { PublicPost } from "../../lib/features/writing/schema";
import type { PublicSheet } from "../../lib/features/writing/sheets/schema";
import type { AuthorPage } from "../../lib/features/writing/posts/schema";
import { websiteOf } from "./author-heading";
import { absolute } from "./absolute";
import { shownTags } from "./tag-list";

type Image = { url: string; width?: number; height?: number };

const imageData = (site: Site, image: Image | undefined) =>
  image && { "@type": "ImageObject", url: absolute(image.url, site.url), width: image.width, height: image.height };

/** The site in schema.org's vocabulary. */
export const siteData = (site: Site) => ({
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: site.title,
  url: `${site.url}/`,
  description: site.description || undefined,
  inLanguage: site.locale,
  potentialAction: {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${site.url}/search?keyword={search_term_string}` },
    "query-input": "required name=search_term_string",
  },
});

/** The way from the front page to a page in schema.org's vocabulary; the page itself comes last. */
export const breadcrumbData = (site: Site, trail: readonly { name: string; url: string }[]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: [{ name: site.title, url: "/" }, ...trail].map(({ name, url }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: site.url + url,
  })),
});

type Listing = {
  type?: "CollectionPage" | "ImageGallery";
  name: string;
  description: string;
  path: string;
  image?: Image;
};

/** A list page in schema.org's vocabulary. */
export const listingData = (site: Site, { type = "CollectionPage", name, description, path, image }: Listing) => ({
  "@context": "https://schema.org",
  "@type": type,
  name,
  description,
  url: site.url + path,
  isPartOf: { "@type": "WebSite", name: site.title, url: `${site.url}/` },
  image: imageData(site, image),
  inLanguage: site.locale,
});

/** An author's page in schema.org's vocabulary. */
export const profileData = (site: Site, author: AuthorPage, image?: Image) => ({
  "@context": "https://schema.org",
  "@type": "ProfilePage",
  url: site.url + author.url,
  mainEntity: {
    "@type": "Person",
    name: author.nickname,
    url: site.url + author.url,
    description: author.description || undefined,
    image: image && absolute(image.url, site.url),
    sameAs: websiteOf(author),
  },
  isPartOf: { "@type": "WebSite", name: site.title, url: `${site.url}/` },
  inLanguage: site.locale,
});

/** A note of the journal in schema.org's vocabulary. */
export const journalData = (site: Site, journal: PublicJournal, description: string) => ({
  "@context": "https://schema.org",
  "@type": "SocialMediaPosting",
  headline: description,
  url: site.url + journal.url,
  mainEntityOfPage: site.url + journal.url,
  datePublished: journal.createTime,
  author: journal.author ? { "@type": "Person", name: journal.author.nickname } : undefined,
  publisher: { "@type": "Organization", name: site.title, url: `${site.url}/` },
  inLanguage: site.locale,
});

/** A post in schema.org's vocabulary. */
export const postData = (site: Site, post: PublicPost, image?: Image, authorUrl?: string) => ({
  "@context": "https://schema.org",
  "@type": "BlogPosting",
  headline: post.title,
  mainEntityOfPage: site.url + post.url,
  description: post.metaDescription || post.summary || undefined,
  url: site.url + post.url,
  datePublished: post.createTime,
  dateModified: post.editTime,
  author: post.author
    ? { "@type": "Person", name: post.author.nickname, url: authorUrl && site.url + authorUrl }
    : undefined,
  publisher: { "@type": "Organization", name: site.title, url: `${site.url}/` },
  image: imageData(site, image),
  articleSection: post.categories[0]?.name,
  keywords:
    shownTags(post.tags)
      .map((tag) => tag.name)
      .join(", ") || undefined,
  wordCount: post.wordCount,
  inLanguage: site.locale,
});

/** A sheet in schema.org's vocabulary. */
export const sheetData = (site: Site, sheet: PublicSheet, image?: Image) => ({
  "@context": "https://schema.org",
  "@type": "WebPage",
  name: sheet.title,
  description: sheet.metaDescription || sheet.summary || undefined,
  url: site.url + sheet.url,
  dateModified: sheet.editTime,
  isPartOf: { "@type": "WebSite", name: site.title, url: `${site.url}/` },
  image: imageData(site, image),
  inLanguage: site.locale,
});
