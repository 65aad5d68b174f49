import { Feed } from "feed";
import { absolute } from "../../../components/site/absolute";
import { absoluteHtml } from "../../../lib/text/html/absolute-html";
import { visit } from "../../../lib/doors/page";
import { getSite } from "../../../lib/options/queries";
import { listPublicPosts } from "../../../lib/posts/queries";
import { socialImage } from "../covers";
import { escapeXml, legalXml } from "../xml";

export const dynamic = "force-dynamic";

/** A story's picture as an enclosure: its type is known of pictures of ours alone, so it is theirs or none. */
async function pictureOf(thumbnail: string | undefined, base: string) {
  const image = await socialImage(thumbnail);
  const url = image && absolute(image.url, base);
  return url && image.type ? { url, type: image.type, length: image.bytes ?? 0 } : undefined;
}

export async function GET() {
  const site = await visit(getSite, {});
  const { items } = await visit(listPublicPosts, {
    page: 1,
    size: site.feedSize,
    sort: ["createTime,desc"],
    fields: "content",
  });
  const feed = new Feed({
    title: legalXml(site.title),
    description: legalXml(site.description || site.title),
    id: `${site.url}/`,
    link: `${site.url}/`,
    language: site.locale,
    generator: "Broadsheet",
    // When the stories changed, not when the feed was made: the same stories make the same bytes.
    updated: items.map((post) => post.editTime ?? post.createTime).reduce((a, b) => (a > b ? a : b), new Date(0)),
    feedLinks: { rss: `${site.url}/feed.xml` },
  });
  for (const post of items) {
    const link = site.url + post.url;
    // The number stays when the address changes, so readers do not show a story twice.
    const known = { title: legalXml(post.title), id: `${site.url}/?post=${post.id}`, link, date: post.createTime };
    if (post.locked) feed.addItem(known);
    else {
      const content = legalXml(absoluteHtml(post.content ?? "", link));
      const picture = await pictureOf(post.thumbnail, link);
      feed.addItem({
        ...known,
        // Readers take it for HTML, and it is a text.
        description: escapeXml(post.summary ?? ""),
        content,
        ...(picture && { image: picture }),
        // RSS's own author is an address of mail. The library declares this element's namespace beside content only.
        ...(post.author &&
          content !== "" && {
            extensions: [{ name: "dc:creator", objects: { _text: legalXml(post.author.nickname) } }],
          }),
        category: [...post.categories, ...post.tags].map(({ name }) => ({ name: legalXml(name) })),
      });
    }
  }
  return new Response(feed.rss2(), { headers: { "content-type": "application/rss+xml; charset=utf-8" } });
}
