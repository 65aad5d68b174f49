// A hundred thousand posts, written directly into the file in one transaction: the cost of a long list and a search.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import Sqlite from "../../db/sqlite-driver.mjs";
import { textOf, titleOf } from "./texts.mjs";

const root = new URL("../..", import.meta.url).pathname;
const HOUR_MS = 3_600_000;

/** In every post, in 1 of 801, and in the titles of some. */
export const words = { common: "everywhere", rare: "quicksilver", usual: "harbour" };

/** Published posts, an hour apart; every fiftieth is a draft. */
export function* manyPosts(count) {
  const bodies = Array.from({ length: 500 }, (_, seed) => textOf(seed, 1500));
  const now = Date.now();
  for (let i = 1; i <= count; i += 1) {
    const text = `${bodies[i % bodies.length]} ${words.common} number${i}${i % 801 === 0 ? ` ${words.rare}` : ""}`;
    yield {
      title: titleOf(i),
      slug: `many-${i}`,
      status: i % 50 === 0 ? "DRAFT" : "PUBLISHED",
      time: now - (count - i + 1) * HOUR_MS,
      excerpt: text.slice(0, 150),
      text,
      html: `<p>${text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;")}</p>`,
    };
  }
}

/** Adds them to a file, and runs further statements. */
export function fillMany(folder, count, statements = []) {
  const db = new Sqlite(join(folder, "broadsheet.db"));
  db.pragma("foreign_keys = ON");
  const insert =
    db.prepare(`insert into posts (title, slug, status, create_time, update_time, edit_time, published_time, author_id, toc, excerpt, word_count, original_content, content)
    values (@title, @slug, @status, @time, @time, @time, @time, 1, '[]', @excerpt, 300, @text, @html)`);
  db.transaction(() => {
    for (const post of manyPosts(count)) insert.run(post);
    for (const statement of statements) db.exec(statement);
  })();
  db.close();
}

/** `npm run cms -- reindex` on this folder, or on the database that `more` names; returns its seconds. */
export function reindex(folder, more = {}) {
  const began = performance.now();
  const done = spawnSync(process.execPath, ["lib/server/start.mjs", "--cms", "reindex"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, NODE_ENV: "production", ...more },
    stdio: ["ignore", 2, 2],
  });
  if (done.status !== 0) throw new Error(`reindex ended with ${done.status}`);
  return (performance.now() - began) / 1000;
}

const get = (path, token) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/**
 * The median of each kind of request in milliseconds, none from memory; and how long others wait while two search
 * without a pause.
 */
export async function longLists(load, searchers, site, token) {
  const TIMES = 40;
  const took = async (path) => {
    const { took: all } = await load.ask({
      port: site.port,
      requests: Array.from({ length: TIMES }, () => get(path, token)),
      expected: 200,
    });
    return all.sort((a, b) => a - b)[TIMES / 2];
  };
  const search = (keyword) => took(`/api/content/posts/search?keyword=${keyword}`);
  const searching = searchers.ask({
    port: site.port,
    request: get(`/api/content/posts/search?keyword=${words.common}`, token),
    connections: 2,
    ms: 8000,
  });
  const { took: others } = await load.ask({
    port: site.port,
    requests: Array.from({ length: 300 }, () => get("/api/admin/tags", token)),
    expected: 200,
  });
  await searching;
  return {
    rare: await search(words.rare),
    common: await search(words.common),
    usual: await search(words.usual),
    othersP99: others.sort((a, b) => a - b)[Math.floor(others.length * 0.99)],
    page: await took("/api/content/posts?page=4900"),
    adminPage: await took("/api/admin/posts?page=5000"),
    byTitle: await took("/api/admin/posts?state=all&sort=title,asc"),
    adminSearch: await took(`/api/admin/posts?state=all&keyword=${words.usual}`),
  };
}
