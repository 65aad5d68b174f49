// Sources of a made site to move in: a WordPress export of any size, and a folder of Markdown.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { textOf, titleOf } from "./texts.mjs";

const HOUR_MS = 3_600_000;
/** Numbers of attachments begin here, above those of posts. */
const ATTACHMENTS = 1_000_000;
const BEGIN_MS = Date.UTC(2014, 0, 1);

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const sqlTime = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** A text as WordPress' block editor stores it. */
const blocksOf = (seed, bytes) =>
  textOf(seed, bytes)
    .split("\n\n")
    .map((paragraph) => `<!-- wp:paragraph -->\n<p>${escaped(paragraph)}</p>\n<!-- /wp:paragraph -->`)
    .join("\n\n");

const commentOf = (id, ms) => `<wp:comment>
<wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Reader ${id % 997}]]></wp:comment_author>
<wp:comment_author_email>reader${id % 997}@example.org</wp:comment_author_email><wp:comment_author_url></wp:comment_author_url>
<wp:comment_author_IP>198.51.100.${id % 250}</wp:comment_author_IP><wp:comment_date_gmt>${sqlTime(ms)}</wp:comment_date_gmt>
<wp:comment_content><![CDATA[${textOf(id, 160)}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved>
<wp:comment_type>comment</wp:comment_type><wp:comment_parent>0</wp:comment_parent><wp:comment_user_id>0</wp:comment_user_id>
</wp:comment>
`;

const pictureAt = (n) => `https://old.example/wp-content/uploads/2020/05/picture-${n}.png`;

const attachmentOf = (
  n,
) => `<item><title><![CDATA[Picture ${n}]]></title><link>https://old.example/picture-${n}/</link><dc:creator><![CDATA[ann]]></dc:creator>
<wp:post_id>${ATTACHMENTS + n}</wp:post_id><wp:post_date_gmt>${sqlTime(BEGIN_MS)}</wp:post_date_gmt><wp:post_name>picture-${n}</wp:post_name>
<wp:status>inherit</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>${pictureAt(n)}</wp:attachment_url>
</item>
`;

/** A picture of the old site, and a link to another text of it. */
const shownIn = (n, pictures) =>
  `\n\n<!-- wp:html -->\n<p><img src="${pictureAt(n % pictures)}" alt=""><a href="https://old.example/made-${(n * 7) % 100}/">Another</a></p>\n<!-- /wp:html -->`;

function itemOf(n, { comments, bytes, pictures = 0 }) {
  const ms = BEGIN_MS + n * HOUR_MS;
  const below = Array.from({ length: comments }, (_, i) => commentOf(n * comments + i + 1, ms + (i + 1) * 60_000));
  return `<item><title><![CDATA[${titleOf(n)}]]></title><link>https://old.example/made-${n}/</link><dc:creator><![CDATA[ann]]></dc:creator>
<content:encoded><![CDATA[${blocksOf(n, bytes)}${pictures > 0 ? shownIn(n, pictures) : ""}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${n}</wp:post_id><wp:post_date_gmt>${sqlTime(ms)}</wp:post_date_gmt><wp:comment_status>open</wp:comment_status>
<wp:post_name>made-${n}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>post</wp:post_type>
<category domain="category" nicename="section-${n % 10}"><![CDATA[Section ${n % 10}]]></category>
<category domain="post_tag" nicename="subject-${n % 20}"><![CDATA[Subject ${n % 20}]]></category>
${below.join("")}</item>
`;
}

/**
 * Writes a WordPress export of `posts` posts with `comments` comments each and texts of about `bytes` bytes,
 * which show `pictures` pictures in turn.
 * @param {string} file @param {{ posts: number, comments: number, bytes: number, pictures?: number }} size
 */
export function writeWordPress(file, { posts, ...each }) {
  const handle = openSync(file, "w");
  writeSync(
    handle,
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Made</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[ann]]></wp:author_login><wp:author_email><![CDATA[ann@example.org]]></wp:author_email><wp:author_display_name><![CDATA[Ann]]></wp:author_display_name></wp:author>
`,
  );
  for (let n = 0; n < (each.pictures ?? 0); n += 1) writeSync(handle, attachmentOf(n));
  for (let n = 1; n <= posts; n += 1) writeSync(handle, itemOf(n, each));
  writeSync(handle, "</channel></rss>\n");
  closeSync(handle);
}

/** Writes a folder of `count` posts in Markdown with front matter, a thousand to a folder. */
export function writeMarkdown(folder, count) {
  for (let n = 1; n <= count; n += 1) {
    const place = join(folder, String(Math.ceil(n / 1000)));
    if (n % 1000 === 1) mkdirSync(place, { recursive: true });
    const date = new Date(BEGIN_MS + n * HOUR_MS).toISOString();
    writeFileSync(
      join(place, `made-${n}.md`),
      `---\ntitle: "${titleOf(n)}"\ndate: ${date}\ntags: [Subject ${n % 20}]\ncategories: [Section ${n % 10}]\n---\n\n${textOf(n, 2000)}\n`,
    );
  }
}
