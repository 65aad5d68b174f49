import { absolute } from "../../../components/site/absolute";
import { beginningOf } from "../../../components/site/html-text";
import { readAsVisitor } from "../../../lib/doors/page";
import { listFeedComments } from "../../../lib/features/comments/feed";
import { listPublicJournals } from "../../../lib/features/journals/queries";
import { listFeedPosts } from "../../../lib/features/writing/posts/queries";
import type { PublicPostItem } from "../../../lib/features/writing/schema";
import type { Enclosure, FeedEntry } from "../../../lib/text/feeds/feed";
import { socialImage } from "../covers";

/** How the entries of a feed are made. `textOf`: the text of the next one; none where it has no room, or summaries only. */
export type Making = { site: string; size: number; textOf: (html: string, url: string) => string | undefined };

/** A story's picture, which needs a type: uploads only. */
async function pictureOf(thumbnail: string | undefined, base: string): Promise<Enclosure | undefined> {
  const image = await socialImage(thumbnail);
  const url = image && absolute(image.url, base);
  return url && image.type ? { url, type: image.type, bytes: image.bytes ?? 0 } : undefined;
}

async function entryOf(post: PublicPostItem, { site, textOf }: Making): Promise<FeedEntry> {
  const url = site + post.url;
  const { createTime, editTime = createTime } = post;
  const known = {
    id: `${site}/?post=${post.id}`,
    title: post.title,
    url,
    published: createTime,
    changed: editTime > createTime ? editTime : createTime,
    topics: [],
  };
  if (post.locked) return { ...known, changed: createTime };
  return {
    ...known,
    summary: post.summary,
    html: post.content ? textOf(post.content, url) : undefined,
    author: post.author?.nickname,
    topics: [...post.categories, ...post.tags].map(({ name }) => name),
    picture: await pictureOf(post.thumbnail, url),
  };
}

/** Posts of the whole site, or below a category, a tag or an author. */
export async function postEntries(
  which: { category?: string; tag?: string; author?: string },
  making: Making,
): Promise<FeedEntry[]> {
  const posts = await readAsVisitor(listFeedPosts, { size: making.size, ...which });
  return Promise.all(posts.map((post) => entryOf(post, making)));
}

/** Notes of the journal. */
export async function journalEntries({ site, size, textOf }: Making): Promise<FeedEntry[]> {
  const { items } = await readAsVisitor(listPublicJournals, { page: 1, size });
  return items.map((journal) => {
    const beginning = beginningOf(journal.content);
    const url = site + journal.url;
    return {
      id: `${site}/?journal=${journal.id}`,
      title: beginning,
      url,
      published: journal.createTime,
      changed: journal.updateTime,
      summary: beginning,
      html: textOf(journal.content, url),
      author: journal.author?.nickname,
      topics: [],
    };
  });
}

/** Comments on all texts, or on one post, which is answered with them. */
export async function commentEntries(
  postId: number | undefined,
  titled: (author: string, text: string) => string,
  { site, size, textOf }: Making,
): Promise<{ post: { title: string; url: string } | null; entries: FeedEntry[] }> {
  const { post, items } = await readAsVisitor(listFeedComments, { size, ...(postId !== undefined && { postId }) });
  const entries = items.map(({ id, author, html, createTime, updateTime, target }): FeedEntry => {
    const url = `${site}${target.url}?comment=${id}#comment-${id}`;
    return {
      id: `${site}/?comment=${id}`,
      title: titled(author, target.title),
      url,
      published: createTime,
      changed: updateTime,
      summary: beginningOf(html),
      html: textOf(html, url),
      author,
      topics: [],
    };
  });
  return { post, entries };
}
