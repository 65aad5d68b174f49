import { listPublicCategories } from "../../../lib/categories/queries";
import { visit } from "../../../lib/doors/page";
import { getSite } from "../../../lib/options/queries";
import { listPublicPhotos } from "../../../lib/photos/queries";
import { listPublicPosts } from "../../../lib/posts/queries";
import { listPublicJournals } from "../../../lib/journals/queries";
import { listPublicLinks } from "../../../lib/links/queries";
import { listPublicSheets } from "../../../lib/sheets/queries";
import { listPublicTags } from "../../../lib/tags/queries";
import { escapeXml } from "../xml";

export const dynamic = "force-dynamic";

/** As many addresses as one site map may hold (sitemaps.org). */
const MOST_URLS = 50_000;

type Entry = { url: string; changed?: Date };

async function everyPost(most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1; entries.length < most; page += 1) {
    const { items } = await visit(listPublicPosts, { page, size: 100, sort: ["createTime,desc"] });
    entries.push(...items.map((post) => ({ url: post.url, changed: post.editTime ?? post.updateTime })));
    if (items.length < 100) break;
  }
  return entries.slice(0, most);
}

/** Sheets, and the sections that have anything to show. */
async function everyPage(): Promise<Entry[]> {
  const [journals, links, photos] = await Promise.all([visit(listPublicJournals, { size: 1 }), visit(listPublicLinks, {}), visit(listPublicPhotos, {})]);
  const pages: Entry[] = [{ url: "/archives" }, ...(journals.total > 0 ? [{ url: "/journals" }] : []), ...(links.length > 0 ? [{ url: "/links" }] : []), ...(photos.length > 0 ? [{ url: "/photos" }] : [])];
  for (let page = 1; ; page += 1) {
    const { items } = await visit(listPublicSheets, { page, size: 100 });
    pages.push(...items.map((sheet) => ({ url: sheet.url, changed: sheet.editTime ?? sheet.updateTime })));
    if (items.length < 100) return pages;
  }
}

export async function GET() {
  const [site, categories, tags, pages] = await Promise.all([visit(getSite, {}), visit(listPublicCategories, {}), visit(listPublicTags, {}), everyPage()]);
  const lists: Entry[] = [{ url: "/" }, { url: "/categories" }, { url: "/tags" }, ...pages, ...categories, ...tags];
  const entries = [...lists, ...(await everyPost(Math.max(0, MOST_URLS - lists.length)))].slice(0, MOST_URLS);
  const urls = entries.map(({ url, changed }) => `<url><loc>${escapeXml(site.url + url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ""}</url>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(body, { headers: { "content-type": "application/xml; charset=utf-8" } });
}
