// The list of posts that both limits of it answer, from rows of either engine.
import { createServer } from "node:http";

export const SIZE = 20;

/** Both drivers give their own values for a moment and for yes or no. */
const date = (time) => (time === null ? null : new Date(time).toISOString());
const flag = (value) => value === 1 || value === true;

export const columns = `p.id, p.title, slug, status, editor_type, summary, password, template, language, translation_of, thumbnail, keep_raw, disallow_comment, p.create_time, p.update_time, edit_time,
    published_time, top_priority, meta_description, meta_keywords, version, working_original_content is not null as in_progress, visits, likes, word_count, comment_count, author_id, nickname, u.avatar`;

/** Groups rows as items by their post. */
function grouped(rows, item) {
  const lists = new Map();
  for (const row of rows) {
    const list = lists.get(row.post_id);
    if (list) list.push(item(row));
    else lists.set(row.post_id, [item(row)]);
  }
  return lists;
}

/** The answer's posts from the rows of each query. */
export function itemsOf({ rows, categories, tags, metas, tree }) {
  const categoriesOf = grouped(categories, ({ id, name, slug }) => ({
    id,
    name,
    slug,
    url: `/categories/${encodeURIComponent(slug)}`,
  }));
  const tagsOf = grouped(tags, ({ id, name, slug, color, series }) => ({
    id,
    name,
    slug,
    url: `/tags/${encodeURIComponent(slug)}`,
    color,
    series: flag(series),
  }));
  const metasOf = grouped(metas, ({ key, post_id, value }) => ({ key, postId: post_id, value }));
  const nodes = new Map(tree.map((node) => [node.id, node]));
  const isLocked = (id) => {
    for (let node = nodes.get(id); node; node = nodes.get(node.parent_id)) if (node.password !== "") return true;
    return false;
  };
  return rows.map((row) => {
    const inCategories = categoriesOf.get(row.id) ?? [];
    const withTags = tagsOf.get(row.id) ?? [];
    const categoryIds = inCategories.map((category) => category.id);
    return {
      id: row.id,
      title: row.title,
      slug: row.slug,
      url: `/archives/${encodeURIComponent(row.slug)}`,
      status: row.status,
      editorType: row.editor_type,
      summary: row.summary,
      password: row.password,
      template: row.template,
      language: row.language,
      translationOf: row.translation_of,
      thumbnail: row.thumbnail,
      keepRaw: flag(row.keep_raw),
      disallowComment: flag(row.disallow_comment),
      createTime: date(row.create_time),
      updateTime: date(row.update_time),
      editTime: date(row.edit_time),
      publishedTime: date(row.published_time),
      topPriority: row.top_priority,
      metaDescription: row.meta_description,
      metaKeywords: row.meta_keywords,
      version: row.version,
      inProgress: flag(row.in_progress),
      locked: row.password !== "" || categoryIds.some(isLocked),
      visits: row.visits,
      likes: row.likes,
      wordCount: row.word_count,
      commentCount: row.comment_count,
      authorId: row.author_id,
      author: row.author_id === null ? null : { id: row.author_id, nickname: row.nickname, avatar: row.avatar },
      categoryIds,
      categories: inCategories,
      tagIds: withTags.map((tag) => tag.id),
      tags: withTags,
      metas: metasOf.get(row.id) ?? [],
    };
  });
}

/** Serves what `list` answers, with these headers beside the count. */
export async function serveList(list, port, headers) {
  const answer = async (res) => {
    const { items, total } = await list();
    const body = JSON.stringify(items);
    res.writeHead(200, [...headers, "x-total-count", String(total), "content-length", String(Buffer.byteLength(body))]);
    res.end(body);
  };
  const server = createServer((_req, res) => void answer(res));
  server.keepAliveTimeout = 65_000;
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}
