// The other limit: `node:http`, prepared better-sqlite3 statements and JSON.stringify, written by hand for this list;
// without sign-in, checks or router.
import { createServer } from "node:http";
import Sqlite from "../../db/sqlite-driver.mjs";
import { answerMessages } from "./processes.mjs";

const SIZE = 20;
const places = Array.from({ length: SIZE }, () => "?").join();
const date = (ms) => (ms === null ? null : new Date(ms).toISOString());

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

function listFrom(file) {
  const db = new Sqlite(file, { readonly: true });
  const page =
    db.prepare(`select p.id, p.title, slug, status, editor_type, summary, password, template, language, translation_of, thumbnail, keep_raw, disallow_comment, p.create_time, p.update_time, edit_time,
    published_time, top_priority, meta_description, meta_keywords, version, working_original_content is not null as in_progress, visits, likes, word_count, comment_count, author_id, nickname, u.avatar
    from posts p left join users u on u.id = p.author_id order by top_priority desc, p.create_time desc, p.id desc limit ? offset ?`);
  const count = db.prepare("select count(*) from posts").pluck();
  const categories = db.prepare(
    `select post_id, id, name, slug from post_categories join categories on id = category_id where post_id in (${places}) order by position`,
  );
  const tags = db.prepare(
    `select post_id, id, name, slug, color, series from post_tags join tags on id = tag_id where post_id in (${places}) order by position`,
  );
  const metas = db.prepare(`select key, post_id, value from post_metas where post_id in (${places}) order by key`);
  const tree = db.prepare("select id, parent_id, password from categories");

  return () => {
    const rows = page.all(SIZE, 0);
    const total = count.get();
    const ids = Array.from({ length: SIZE }, (_, i) => rows[i]?.id ?? 0);
    const categoriesOf = grouped(categories.all(ids), ({ id, name, slug }) => ({
      id,
      name,
      slug,
      url: `/categories/${encodeURIComponent(slug)}`,
    }));
    const tagsOf = grouped(tags.all(ids), ({ id, name, slug, color, series }) => ({
      id,
      name,
      slug,
      url: `/tags/${encodeURIComponent(slug)}`,
      color,
      series: series === 1,
    }));
    const metasOf = grouped(metas.all(ids), ({ key, post_id, value }) => ({ key, postId: post_id, value }));
    const nodes = new Map(tree.all().map((node) => [node.id, node]));
    const isLocked = (id) => {
      for (let node = nodes.get(id); node; node = nodes.get(node.parent_id)) if (node.password !== "") return true;
      return false;
    };
    const items = rows.map((row) => {
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
        keepRaw: row.keep_raw === 1,
        disallowComment: row.disallow_comment === 1,
        createTime: date(row.create_time),
        updateTime: date(row.update_time),
        editTime: date(row.edit_time),
        publishedTime: date(row.published_time),
        topPriority: row.top_priority,
        metaDescription: row.meta_description,
        metaKeywords: row.meta_keywords,
        version: row.version,
        inProgress: row.in_progress === 1,
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
    return { items, total };
  };
}

/** `{ port, file, headers }`: serves the list of this database, with these headers beside the count. */
answerMessages(async ({ port, file, headers }) => {
  const list = listFrom(file);
  const server = createServer((_req, res) => {
    const { items, total } = list();
    const body = JSON.stringify(items);
    res.writeHead(200, [...headers, "x-total-count", String(total), "content-length", String(Buffer.byteLength(body))]);
    res.end(body);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
});
