const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

export type MadeItem = {
  id?: number | string;
  type?: string;
  status?: string;
  title?: string;
  content?: string;
  excerpt?: string;
  creator?: string;
  link?: string;
  slug?: string;
  date?: string;
  gmt?: string;
  modified?: string;
  parent?: number;
  terms?: [domain: string, nicename: string, name: string][];
  metas?: Record<string, string>;
  comments?: Record<string, string | number>[];
  more?: string;
};

export function item(given: MadeItem): string {
  const { id = 1, type = "post", status = "publish", title = "A title", content = "Text.", metas = {} } = given;
  const comments = (given.comments ?? []).map((comment) => {
    const fields = {
      author: "Reader",
      approved: 1,
      parent: 0,
      date_gmt: "2020-06-01 10:00:00",
      content: "Hello.",
      ...comment,
    };
    const parts = Object.entries(fields).map(
      ([name, value]) => `<wp:comment_${name}>${cdata(String(value))}</wp:comment_${name}>`,
    );
    return `<wp:comment>${parts.join("")}</wp:comment>`;
  });
  return `<item><title>${cdata(title)}</title><link>${given.link ?? `https://old.example/2020/05/post-${id}/`}</link>
<dc:creator>${cdata(given.creator ?? "alice")}</dc:creator><content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata(given.excerpt ?? "")}</excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>${given.date ?? "2020-05-04 10:00:00"}</wp:post_date><wp:post_date_gmt>${given.gmt ?? "2020-05-04 08:00:00"}</wp:post_date_gmt>
<wp:post_modified_gmt>${given.modified ?? "2020-05-05 08:00:00"}</wp:post_modified_gmt>
<wp:post_name>${cdata(given.slug ?? `post-${id}`)}</wp:post_name><wp:status>${status}</wp:status>
<wp:post_parent>${given.parent ?? 0}</wp:post_parent><wp:post_type>${type}</wp:post_type>
${(given.terms ?? []).map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`).join("")}
${Object.entries(metas)
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  .join("")}${given.more ?? ""}${comments.join("")}</item>`;
}

/** The usual author. */
export const author = `<wp:author><wp:author_id>2</wp:author_id><wp:author_login>alice</wp:author_login><wp:author_email>alice@old.example</wp:author_email><wp:author_display_name>Alice</wp:author_display_name></wp:author>`;

/** The beginning of a file, up to its items. */
export const head = (
  channel = author,
  declaration = `<?xml version="1.0" encoding="UTF-8"?>`,
): string => `${declaration}
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><pubDate>Sun, 22 Nov 2026 10:00:00 +0000</pubDate>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
${channel}`;

/** A whole file. */
export const wxr = (items: readonly (MadeItem | string)[], channel?: string): string =>
  `${head(channel)}${items.map((each) => (typeof each === "string" ? each : item(each))).join("\n")}</channel></rss>`;
