import { openAsBlob, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "../db/sqlite-driver.mjs";
import { madeZip } from "../lib/testing/made-zip";
import { Canaries, hasSamples, planted, privateSamples } from "../lib/testing/private-samples";
import { type Api } from "./rig/api";
import { crawl } from "./rig/crawl";
import { newFolder } from "./rig/folders";
import { ask } from "./rig/http";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });
test.beforeEach(() => test.skip(!hasSamples, "The real input is not here (../shared/data)."));

const server = siteServer({ TRUST_PROXY: "1", WARM_UP: "off" });
const canaries = new Canaries();
let ada: Api;

/** A file, or a folder as a .zip. */
async function asBlob(path: string): Promise<{ blob: Blob; name: string }> {
  if (statSync(path).isFile()) return { blob: await openAsBlob(path), name: basename(path) };
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(path, name)).isFile(),
  );
  const zip = madeZip(files.map((name) => ({ name, data: readFileSync(join(path, name)) })));
  return { blob: new Blob([new Uint8Array(zip)]), name: `${basename(path)}.zip` };
}

async function moveIn(path: string): Promise<void> {
  const { blob, name } = await asBlob(path);
  const body = new FormData();
  body.append("kind", "auto");
  body.append("file", blob, name);
  const asked = await fetch(server.url("/api/admin/imports"), {
    method: "POST",
    headers: { authorization: `Bearer ${ada.token ?? ""}` },
    body,
  });
  expect(asked.status, await asked.clone().text()).toBe(202);
  const { id } = (await asked.json()) as { id: number };
  await expect.poll(async () => (await ada.get<{ state: string }>(`/admin/imports/${id}`)).state, path).toBe("DONE");
}

test.beforeAll(async () => {
  if (!hasSamples) return;
  await server.start();
  ada = owner(server);
  const folder = newFolder("moved-in");
  for (const sample of privateSamples) await moveIn(planted(sample, folder, canaries));
});
test.afterAll(() => server.end());

/** The first column of a query on the site's own database. */
function stored(query: string): string[] {
  const client = new Sqlite(join(server.dataDir, "broadsheet.db"), { readonly: true });
  try {
    return client.prepare<[], string>(query).pluck().all().map(String);
  } finally {
    client.close();
  }
}

/** What an answer tells; whoever asks by a slug knows it. */
const told = (path: string, text: string): string[] =>
  [...canaries.words].flatMap(([word, where]) =>
    text.toLowerCase().includes(word) && !path.toLowerCase().includes(word) ? [`${where} at ${path}`] : [],
  );

test("nothing that was private at the old sites is told by a page, the feed, the site map, a search or the API", async () => {
  const held = stored(
    "SELECT original_content || title || slug FROM posts UNION ALL SELECT original_content || title || slug FROM sheets UNION ALL SELECT content FROM comments UNION ALL SELECT content FROM journals",
  )
    .join("\n")
    .toLowerCase();
  const here = [...canaries.words.keys()].filter((word) => held.includes(word));
  expect(here.length, "words that are here").toBeGreaterThanOrEqual(canaries.words.size / 3);

  const pages = await crawl(server, [
    "/",
    "/feed.xml",
    "/sitemap.xml",
    "/categories",
    "/tags",
    "/archives",
    "/journals",
    "/links",
    "/photos",
    "/api/content/posts?size=100",
    "/api/content/sheets?size=100",
    "/api/content/journals?size=100",
    "/api/content/comments/latest",
    "/api/content/archives",
    "/api/content/menus",
    // Addresses that somebody may know.
    ...stored("SELECT '/archives/' || slug FROM posts UNION ALL SELECT '/' || slug FROM sheets").map(encodeURI),
    ...stored("SELECT '/journals/' || id FROM journals"),
    ...stored("SELECT path FROM old_addresses").map(encodeURI),
  ]);
  const leaks = pages.flatMap(({ path, reply }) =>
    told(decodeURI(path), `${reply.headers.location ?? ""} ${reply.text}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
  expect(pages.filter(({ reply }) => reply.status >= 500).map(({ path }) => path)).toEqual([]);

  // What is public was really read.
  const open = stored(
    "SELECT slug FROM posts WHERE status = 'PUBLISHED' AND password = '' AND create_time < unixepoch() * 1000",
  );
  expect(open.length).toBeGreaterThan(20);
  const read = new Set(pages.filter(({ reply }) => reply.status === 200).map(({ path }) => decodeURI(path)));
  expect(open.filter((slug) => !read.has(`/archives/${slug}`))).toEqual([]);

  for (const [i, word] of here.entries()) {
    // Each from another network, since searches are limited by network.
    const headers = { "x-forwarded-for": `10.0.${i >> 8}.${i & 255}` };
    const page = await ask(server, `/search?keyword=${encodeURIComponent(word)}`, { headers });
    expect(page.text, canaries.words.get(word)).not.toMatch(/<article|class="post/);
    expect((await ask(server, `/api/content/posts/search?keyword=${encodeURIComponent(word)}`, { headers })).text).toBe(
      "[]",
    );
  }
});
