import { absolute } from "../../../components/site/absolute";
import { absoluteHtml } from "../../../lib/text/html/absolute-html";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listFeedPosts } from "../../../lib/features/writing/posts/queries";
import type { PublicPostItem } from "../../../lib/features/writing/schema";
import { socialImage } from "../covers";
import { escapeXml, writeXml, type XmlContent } from "../xml";

export const dynamic = "force-dynamic";

/** A story's picture as an enclosure, which needs a type: uploads only. */
async function pictureOf(thumbnail: string | undefined, base: string): Promise<XmlContent> {
  const image = await socialImage(thumbnail);
  const url = image && absolute(image.url, base);
  return url && image.type ? { "@url": url, "@type": image.type, "@length": String(image.bytes ?? 0) } : undefined;
}

async function itemOf(post: PublicPostItem, site: string): Promise<XmlContent> {
  const link = site + post.url;
  const known = {
    title: post.title,
    link,
    // The number stays when the address changes, so that readers do not show a story twice.
    guid: { "@isPermaLink": "false", "#text": `${site}/?post=${post.id}` },
    pubDate: post.createTime.toUTCString(),
  };
  if (post.locked) return known;
  return {
    ...known,
    // Readers parse it as HTML, and it is plain text.
    description: escapeXml(post.summary ?? "") || undefined,
    "content:encoded": absoluteHtml(post.content ?? "", link) || undefined,
    // RSS's own author element holds an e-mail address.
    "dc:creator": post.author?.nickname,
    category: [...post.categories, ...post.tags].map(({ name }) => name),
    enclosure: await pictureOf(post.thumbnail, link),
  };
}

export async function GET() {
  const site = await readAsVisitor(getSite, {});
  const items = await readAsVisitor(listFeedPosts, { size: site.feedSize });
  // When the stories changed, so that the same stories make the same bytes.
  const changed = items.map((post) => post.editTime ?? post.createTime).reduce((a, b) => (a > b ? a : b), new Date(0));
  const feed = writeXml({
    rss: {
      "@version": "2.0",
      "@xmlns:dc": "http://purl.org/dc/elements/1.1/",
      "@xmlns:content": "http://purl.org/rss/1.0/modules/content/",
      "@xmlns:atom": "http://www.w3.org/2005/Atom",
      channel: {
        title: site.title,
        link: `${site.url}/`,
        description: site.description || site.title,
        lastBuildDate: changed.toUTCString(),
        docs: "https://www.rssboard.org/rss-specification",
        generator: "Broadsheet",
        language: site.locale,
        "atom:link": { "@href": `${site.url}/feed.xml`, "@rel": "self", "@type": "application/rss+xml" },
        item: await Promise.all(items.map((post) => itemOf(post, site.url))),
      },
    },
  });
  return new Response(feed, { headers: { "content-type": "application/rss+xml; charset=utf-8" } });
}
