// npm run bench [-- --check] [--json file] [--short]: measures the built server beside this machine's limits, in about
// seven minutes. `--check` exits with 1 when a target is missed, `--short` leaves out the 100,000 posts.
// npm run bench -- moving [--scale 0.01]: imports, export, backup and restore instead, at their full size or a part of it.
// npm run bench -- lists [--scale 0.01] [--only posts]: the dashboard's lists with 100,000 rows in every table.
// npm run bench -- postgres [--posts 1000,100000]: two servers on an installed PostgreSQL, against one and against its
// driver alone; and sites of so many posts on both engines.
// npm run bench -- site: what readers wait for, in a real browser on a slow network, in each look.
// npm run bench -- moving --kills 50: ends so many imports, undos, backups and restores with kill -9 instead, and
// compares what they leave.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { herd, stale } from "./checks.mjs";
import { creating, firstCreations, record } from "./creations.mjs";
import { firstSeconds, signInWithBrowser } from "./first-seconds.mjs";
import { FIRST_VIEWS, firstViews } from "./first-views.mjs";
import { fillMany, longLists, reindex } from "./many.mjs";
import { adminList, cached, commenting, listedBy, weight } from "./measures.mjs";
import { killCommands } from "./kills.mjs";
import { cores, freePort, memory, pinned, startOwn, stopAll } from "./processes.mjs";
import { longListLines, longListPages } from "./long-lists.mjs";
import { moving, movingLines } from "./moving.mjs";
import { onPostgres, postgresLines } from "./postgres.mjs";
import { readerPageLines, readerPages } from "./pages.mjs";
import { lines, print, write } from "./report.mjs";
import { client, fill, install, newFolder, newPost, password, removeFolder, signIn, startSite } from "./site.mjs";
import { realTexts, textOf } from "./texts.mjs";

const POSTS = 1000;
const MANY = 100_000;

const root = new URL("../..", import.meta.url).pathname;
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: "string", default: "1" },
    check: { type: "boolean" },
    json: { type: "string" },
    short: { type: "boolean" },
    rounds: { type: "string", default: "1000" },
    kills: { type: "string" },
    only: { type: "string" },
    posts: { type: "string", default: "1000,100000" },
  },
});
const say = (text) => process.stderr.write(`${text}\n`);

async function timed(name, work) {
  const began = performance.now();
  const result = await work();
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

async function bench(folder) {
  const first = await timed("start on an empty folder", () => startSite(folder));
  const token = await install(first.port);
  const { posts, relations } = await timed(`create ${POSTS} posts`, () => fill(first.port, token, POSTS));
  const subject = await client(first.port, token)(
    "POST",
    "/admin/posts",
    newPost(POSTS + 1, textOf(POSTS + 1, 3000), relations),
  );
  const cookie = await signInWithBrowser(first.port, "owner", password);
  await first.stop();

  const limit = await timed("record what creating posts asks of the database", () => record(folder, token, relations));
  const fresh = await startSite(folder);
  const firstCreate = await timed("the first posts after a start", () =>
    firstCreations(fresh, token, relations, limit),
  );
  await fresh.stop();

  const site = await timed("start again", () => startSite(folder));
  const atStart = memory(site.pid);
  const firstTen = await timed("the first ten seconds", () => firstSeconds(site.port, { posts, token, cookie }));
  const load = await startOwn(cores.load, "load.mjs");
  const bare = { ...(await startOwn(cores.server, "bare.mjs")), port: await freePort() };
  await bare.ask({ port: bare.port });
  const bareList = { ...(await startOwn(cores.server, "bare-list.mjs")), port: await freePort() };
  await bareList.ask({
    port: bareList.port,
    file: join(folder, "broadsheet.db"),
    ...(await listedBy(site, token)),
  });

  const urls = posts.map((post) => post.url);
  const r = { start: { ms: site.ms, firstTen }, firstCreate };
  r.firstViews = await timed("first views", () => firstViews(site, token, posts));
  r.herd = await timed("a hundred first views at once", () => herd(site, urls.slice(FIRST_VIEWS)));
  r.weight = await weight(site, subject.url);
  r.page = await timed("post page", () => cached(load, site, bare, subject.url));
  r.home = await timed("home page", () => cached(load, site, bare, "/"));
  r.contentList = await timed("content list", () => cached(load, site, bare, "/api/content/posts"));
  r.adminList = await timed("admin list", () => adminList(load, site, bareList, token));
  r.create = await timed("create posts", () => creating(load, site, token, relations, limit));
  r.comment = await timed("create comments", () => commenting(load, site, posts));
  r.stale = await timed("saves under load", () => stale(site, token, subject, Number(given.rounds)));
  r.memory = { atStart, rss: memory(site.pid), peak: memory(site.pid, "VmHWM") };
  await site.stop();
  if (given.short) return r;

  await timed(`add ${MANY} posts to the file`, async () => fillMany(folder, MANY));
  const reindexed = await timed("make the search index anew", async () => reindex(folder));
  const large = await timed("start on them", () => startSite(folder));
  r.many = await timed("long lists and searches", async () =>
    longLists(load, await startOwn(cores.load, "load.mjs"), large, await signIn(large.port)),
  );
  r.many.reindexed = reindexed;
  await large.stop();
  return r;
}

const kinds = ["moving", "lists", "postgres", "site"];
const kind = positionals[0] ?? "";
const isMoving = kind === "moving";
const counts = given.posts.split(",").map(Number);
if (
  positionals.length > 1 ||
  (kind !== "" && !kinds.includes(kind)) ||
  !(Number(given.scale) > 0) ||
  !counts.every((each) => each >= 1000)
) {
  say(
    "npm run bench [-- --check] [--json file] [--short], npm run bench -- moving [--scale 0.01 | --kills 50], npm run bench -- lists [--scale 0.01] [--only posts], npm run bench -- postgres [--posts 1000,100000], or npm run bench -- site",
  );
  process.exit(2);
}

if (isMoving && given.kills !== undefined) {
  const { differences, killed, again } = await killCommands(Number(given.kills), say);
  const counts = Object.entries(killed).map(([name, count]) => `${count} of ${name}`);
  say(
    `Killed: ${counts.join(", ")}, ${again} of them twice; ${differences.length} ended otherwise than one that was not.`,
  );
  for (const difference of differences) say(difference);
  process.exit(differences.length === 0 ? 0 : 1);
}

// Built before the clock starts.
if (
  spawnSync(process.execPath, ["lib/server/start.mjs", "--build"], { cwd: root, stdio: ["ignore", 2, 2] }).status !== 0
)
  process.exit(1);
const folder = newFolder();
let ok = false;
async function leaveNothing() {
  await stopAll();
  removeFolder(folder);
}
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void leaveNothing().finally(() => process.exit(130)));
try {
  say(
    `Server on core ${cores.server}, load on core ${cores.load}${pinned ? "" : " (not pinned: no taskset)"}; texts: ${realTexts.length > 0 ? `${realTexts.length} real ones and made ones` : "made ones"}.`,
  );
  const scale = Number(given.scale);
  const [measure, linesOf] = {
    moving: [() => moving(timed, scale), movingLines],
    postgres: [() => onPostgres(timed, counts), postgresLines],
    site: [() => readerPages(timed, folder), readerPageLines],
    lists: [() => longListPages(timed, folder, scale, given.only), longListLines],
  }[kind] ?? [() => bench(folder), lines];
  const figures = await measure();
  const table = linesOf(figures);
  ok = print(table);
  for (const file of [join(root, ".reports", kind ? `bench-${kind}.json` : "bench.json"), given.json].filter(Boolean))
    write(file, figures, table);
} finally {
  await leaveNothing();
}
process.exit(given.check && !ok ? 1 : 0);
