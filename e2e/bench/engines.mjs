// Sites with many posts on either engine: how their rows come in, and where they are.
import pg from "pg";
import { fillMany, manyPosts } from "./many.mjs";

const BATCH = 5000;
/** Two of the twenty tags for each post. */
const tagged = ["p.id % 20", "(p.id * 7 + 3) % 20"].map(
  (which, position) =>
    `insert into post_tags (post_id, tag_id, position) select p.id, t.id, ${position} from posts p
    join (select id, row_number() over (order by id) - 1 as place from tags) t on t.place = ${which}
    where p.slug like 'many-%' on conflict do nothing`,
);

async function addPosts(client, count) {
  const store = async (posts) => {
    const columnsOf = (...names) => names.map((name) => posts.map((post) => post[name]));
    await client.query(
      `insert into posts (title, slug, status, create_time, update_time, edit_time, published_time, author_id, toc, excerpt, word_count, original_content, content)
      select title, slug, status, time, time, time, time, 1, '[]'::jsonb, excerpt, 300, text, html
      from (select title, slug, status, to_timestamp(ms / 1000) as time, excerpt, text, html
        from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::text[]) as given (title, slug, status, ms, excerpt, text, html)) as posts`,
      columnsOf("title", "slug", "status", "time", "excerpt", "text", "html"),
    );
  };
  await client.query("begin");
  let batch = [];
  for (const post of manyPosts(count)) {
    batch.push(post);
    if (batch.length < BATCH) continue;
    await store(batch);
    batch = [];
  }
  if (batch.length > 0) await store(batch);
  for (const statement of tagged) await client.query(statement);
  await client.query("commit");
}

/** Works with a connection that ends with the work: a server that is told to stop waits for its clients. */
async function connected(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A database of its own on this server, without any table. */
export async function newDatabase(server, name) {
  await onDatabase(server, `drop database if exists ${name} with (force)`, `create database ${name}`);
  return server.replace(/postgres$/, name);
}

/** Runs statements, each by itself. */
export const onDatabase = (url, ...statements) =>
  connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Where a site's rows are: the settings of its server, and how many posts are added while it is stopped. */
export const engines = {
  SQLite: async () => ({
    settings: {},
    fill: async (folder, count) => fillMany(folder, count, tagged),
    settle: async () => undefined,
  }),
  PostgreSQL: async (server, name) => {
    const url = await newDatabase(server, name);
    return {
      settings: { DATABASE_URL: url },
      fill: (_folder, count) => connected(url, (client) => addPosts(client, count)),
      // As PostgreSQL does by itself some minutes after so many rows.
      settle: () => onDatabase(url, "vacuum analyze"),
    };
  },
};
