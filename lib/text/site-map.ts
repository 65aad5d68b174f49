import { escapeXml } from "./xml-document";

/** An address on the site, when it last changed, and the address of the picture there. */
export type MapEntry = { url: string; changed?: Date; picture?: string };

const document = (root: string, namespaces: string, lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>\n${lines.join("\n")}\n</${root}>\n`;

const protocol = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const pictures = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** The address of a picture from anywhere; none where it cannot be one. */
function pictureOf(site: string, picture: string | undefined): string {
  if (!picture || !URL.canParse(picture, site)) return "";
  const { protocol: scheme, href } = new URL(picture, site);
  return /^https?:$/.test(scheme) ? `<image:image><image:loc>${escapeXml(href)}</image:loc></image:image>` : "";
}

/** Addresses as lines of a site map. Written by hand, since there are as many as ten thousand. */
export const linesOf = (site: string, entries: readonly MapEntry[]): string[] =>
  entries.map(({ url, changed, picture }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
    return `<url><loc>${escapeXml(site + url)}</loc>${lastmod}${pictureOf(site, picture)}</url>`;
  });

/** A site map of such lines. */
export const urlsetOf = (lines: readonly string[]): string => document("urlset", `${protocol} ${pictures}`, lines);

/** The index of the parts of a site map. */
export const indexOf = (parts: readonly string[]): string =>
  document(
    "sitemapindex",
    protocol,
    parts.map((part) => `<sitemap><loc>${escapeXml(part)}</loc></sitemap>`),
  );
