// The same as bare-list.mjs by node-postgres, with prepared statements over as many connections as our server has.
import pg from "pg";
import { columnsFor, itemsLike, serveList, SIZE } from "./listed-posts.mjs";
import { answerMessages } from "./processes.mjs";

function listFrom(url, like) {
  const itemsOf = itemsLike(like);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  const rowsOf = async (name, text, values) => (await pool.query({ name, text, values })).rows;

  return async () => {
    const [rows, [{ total }], tree] = await Promise.all([
      rowsOf(
        "page",
        `select ${columnsFor(like)} from posts p left join users u on u.id = p.author_id order by top_priority desc, p.create_time desc, p.id desc limit $1 offset $2`,
        [SIZE, 0],
      ),
      rowsOf("count", "select count(*)::int as total from posts"),
      rowsOf("tree", "select id, parent_id, password from categories"),
    ]);
    const ids = [rows.map(({ id }) => id)];
    const [categories, tags, metas] = await Promise.all([
      rowsOf(
        "categories",
        "select post_id, id, name, slug from post_categories join categories on id = category_id where post_id = any($1) order by position",
        ids,
      ),
      rowsOf(
        "tags",
        "select post_id, id, name, slug, color, series from post_tags join tags on id = tag_id where post_id = any($1) order by position",
        ids,
      ),
      rowsOf("metas", "select key, post_id, value from post_metas where post_id = any($1) order by key", ids),
    ]);
    return { items: itemsOf({ rows, categories, tags, metas, tree }), total };
  };
}

/** `{ port, url, like, headers }`: serves a list like this one of this database. */
answerMessages(({ port, url, like, headers }) => serveList(listFrom(url, like), port, headers));
