// The same requests on sites of different sizes, on both engines: what grows with the number of posts, and what does
// not.
import { engines } from "./engines.mjs";
import { reindex, words } from "./many.mjs";
import { browserHeaders, head, median } from "./measures.mjs";
import { cores, memory, startOwn } from "./processes.mjs";
import { fill, install, newFolder, removeFolder, signIn, startSite } from "./site.mjs";

const TIMES = 21;
const WARM = 150;
/** The default of lists. */
const PAGE = 20;

/** Each measure's median in milliseconds, by one request after the other, none from memory. */
async function measure(site, count) {
  const load = await startOwn(cores.load, "load.mjs");
  const token = await signIn(site.port);
  const asked = { "User-Agent": "bench", Authorization: `Bearer ${token}` };
  const send = (method, path, given) => {
    const body = JSON.stringify(given);
    const headers = { ...asked, "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    return head(method, path, headers) + body;
  };
  const get = (path) => head("GET", path, asked);
  const visit = (path) => head("GET", path, browserHeaders);
  const times = async (requests, expected = 200) => (await load.ask({ port: site.port, requests, expected })).took;
  const of = (length, request) => Array.from({ length }, (_, i) => request(i));

  let made = 0;
  const newPost = () =>
    send("POST", "/api/admin/posts", {
      title: `Created ${(made += 1)}`,
      status: "PUBLISHED",
      originalContent: `Text ${made}.`,
    });
  /** What is asked right after a change that it depends on. */
  const afterChange = async (request) => {
    const took = await times(
      of(2 * TIMES, (i) => (i % 2 === 0 ? newPost() : request)),
      [201, 200],
    );
    return median(took.filter((_, i) => i % 2 === 1));
  };
  const again = async (path) => median((await times(of(TIMES + 3, () => get(path)))).slice(3));

  const last = Math.ceil((count * 0.98) / PAGE) - 1;
  await times(of(WARM, newPost), 201);
  await times(of(WARM, (i) => visit(`/archives/many-${i * 6 + 1}`)));
  const figures = {
    home: await afterChange(visit("/")),
    post: median(await times(of(TIMES, (i) => visit(`/archives/many-${i * 6 + 3}`)))),
    listFirst: await again("/api/content/posts"),
    listLast: await again(`/api/content/posts?page=${last}`),
    adminFirst: await again("/api/admin/posts"),
    adminLast: await again(`/api/admin/posts?page=${last}`),
    rare: await again(`/api/content/posts/search?keyword=${words.rare}`),
    common: await again(`/api/content/posts/search?keyword=${words.common}`),
    create: median(await times(of(100, newPost), 201)),
    tags: await again("/api/content/tags"),
    tagsAfterChange: await afterChange(get("/api/content/tags")),
    sitemap: await again("/sitemap.xml"),
    memory: memory(site.pid),
  };
  await load.stop();
  return figures;
}

/** A new site with so many posts, measured. */
async function sizeOf(timed, name, server, count) {
  const folder = newFolder();
  const engine = await engines[name](server, `size_${count}`);
  const title = `${name}, ${count} posts`;
  try {
    const first = await startSite(folder, engine.settings);
    await fill(first.port, await install(first.port), 0);
    await first.stop();
    await timed(`${title}: add them`, () => engine.fill(folder, count));
    await timed(`${title}: make the search index`, async () => reindex(folder, engine.settings));
    await timed(`${title}: settle`, () => engine.settle());
    const site = await startSite(folder, engine.settings);
    const figures = await timed(`${title}: measure`, () => measure(site, count));
    await site.stop();
    return { engine: name, count, start: site.ms, ...figures };
  } finally {
    removeFolder(folder);
  }
}

/** Both engines with each number of posts. */
export async function sizes(timed, server, counts) {
  const all = [];
  for (const name of Object.keys(engines))
    for (const count of counts) all.push(await sizeOf(timed, name, server, count));
  return all;
}
