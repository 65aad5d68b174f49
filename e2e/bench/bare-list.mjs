// The other limit: `node:http`, prepared better-sqlite3 statements and JSON.stringify, written by hand for this list;
// without sign-in, checks or router.
import Sqlite from "../../db/sqlite-driver.mjs";
import { columnsFor, itemsLike, serveList, SIZE } from "./listed-posts.mjs";
import { answerMessages } from "./processes.mjs";

const places = Array.from({ length: SIZE }, () => "?").join();

function listFrom(file, like) {
  const itemsOf = itemsLike(like);
  const db = new Sqlite(file, { readonly: true });
  const page = db.prepare(
    `select ${columnsFor(like)} from posts p left join users u on u.id = p.author_id order by top_priority desc, p.create_time desc, p.id desc limit ? offset ?`,
  );
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
    const ids = Array.from({ length: SIZE }, (_, i) => rows[i]?.id ?? 0);
    const found = { categories: categories.all(ids), tags: tags.all(ids), metas: metas.all(ids), tree: tree.all() };
    return { items: itemsOf({ rows, ...found }), total: count.get() };
  };
}

/** `{ port, file, like, headers }`: serves a list like this one of this database, with these headers beside the count. */
answerMessages(({ port, file, like, headers }) => serveList(listFrom(file, like), port, headers));
