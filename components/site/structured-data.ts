import type { Site } from "../../lib/options/schema";
import type { PublicPost } from "../../lib/posts/schema";
import type { PublicSheet } from "../../lib/sheets/schema";
import { absolute } from "./absolute";

/** schema.org's words for the site. */
export const siteData = (site: Site) => ({
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: site.title,
  url: `${site.url}/`,
  description: site.description || undefined,
  inLanguage: site.locale,
});

/** schema.org's words for a post. */
export const postData = (site: Site, post: PublicPost) => ({
  "@context": "https://schema.org",
  "@type": "BlogPosting",
  headline: post.title,
  description: post.metaDescription || post.summary || undefined,
  url: site.url + post.url,
  datePublished: post.createTime,
  dateModified: post.editTime,
  author: post.author ? { "@type": "Person", name: post.author.nickname } : undefined,
  publisher: { "@type": "Organization", name: site.title, url: `${site.url}/` },
  image: absolute(post.thumbnail, site.url),
  articleSection: post.categories[0]?.name,
  keywords: post.tags.length > 0 ? post.tags.map((tag) => tag.name).join(", ") : undefined,
  wordCount: post.wordCount,
  inLanguage: site.locale,
});

/** schema.org's words for a sheet. */
export const sheetData = (site: Site, sheet: PublicSheet) => ({
  "@context": "https://schema.org",
  "@type": "WebPage",
  name: sheet.title,
  description: sheet.metaDescription || sheet.summary || undefined,
  url: site.url + sheet.url,
  dateModified: sheet.editTime,
  isPartOf: { "@type": "WebSite", name: site.title, url: `${site.url}/` },
  image: absolute(sheet.thumbnail, site.url),
  inLanguage: site.locale,
});
