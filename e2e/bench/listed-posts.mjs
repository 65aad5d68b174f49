// The list of posts that both limits of it answer, from rows of either engine.
import { createServer } from "node:http";

export const SIZE = 20;

/** Both drivers give their own values for a moment and for yes or no. */
const date = (time) => (time === null ? null : new Date(time).toISOString());
const flag = (value) => value === 1 || value === true;

/**
 * The answer's members that no column of posts holds, and what stands in their place until `itemsOf` makes them. The
 * author's joined values take two of these places.
 */
const made = {
  url: "null",
  inProgress: "p.working_original_content is not null",
  locked: "null",
  author: "u.nickname",
  categoryIds: "null",
  categories: "null",
  tagIds: "null",
  tags: "null",
  metas: "u.avatar",
};
const columnOf = (name) => `p.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** What to select for a list like this one of our server: a row comes with the answer's members, in their order. */
export const columnsFor = ([item]) =>
  Object.keys(item)
    .map((name) => `${made[name] ?? columnOf(name)} as "${name}"`)
    .join();

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

const namesOf = (item, isSuch) => Object.keys(item).filter((name) => name !== "locked" && isSuch(item[name], name));

/** What makes the answer's posts from the rows of each query, for a list like this one of our server. */
export function itemsLike([sample]) {
  const dates = namesOf(sample, (_, name) => name.endsWith("Time"));
  const flags = namesOf(sample, (value) => typeof value === "boolean");
  return (found) => itemsOf(found, dates, flags);
}

/** The rows themselves become the items. */
function itemsOf({ rows, categories, tags, metas, tree }, dates, flags) {
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
  for (const row of rows) {
    for (const name of dates) row[name] = date(row[name]);
    for (const name of flags) row[name] = flag(row[name]);
    const inCategories = categoriesOf.get(row.id) ?? [];
    const withTags = tagsOf.get(row.id) ?? [];
    row.url = `/archives/${encodeURIComponent(row.slug)}`;
    row.author = row.authorId === null ? null : { id: row.authorId, nickname: row.author, avatar: row.metas };
    row.categoryIds = inCategories.map((category) => category.id);
    row.categories = inCategories;
    row.tagIds = withTags.map((tag) => tag.id);
    row.tags = withTags;
    row.metas = metasOf.get(row.id) ?? [];
    row.locked = row.password !== "" || row.categoryIds.some(isLocked);
  }
  return rows;
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
