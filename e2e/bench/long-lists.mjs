// npm run bench -- lists: every list of the dashboard with 100,000 rows in its table, by each of its orders, filters and
// searches, on its first and its last page, as the whole answer of the server; and how long each page of the rail takes
// to change into the next in a browser.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import Sqlite from "../../db/sqlite-driver.mjs";
import { pageChanges } from "../rig/page-changes.mjs";
import { fillMany, reindex } from "./many.mjs";
import { signInWithBrowser } from "./first-seconds.mjs";
import { fetchRaw, install, password, startSite } from "./site.mjs";
import { line } from "./report.mjs";
import { titleOf } from "./texts.mjs";

const MOST_MS = 150;
const MOST_CHANGE_MS = 300;
const ROUNDS = 3;
const MINUTE_MS = 60_000;

const of = (i, ...values) => values[i % values.length];
const sum = (i) => i.toString(16).padStart(64, "0");

/** The columns of row `i` of each table; `time` differs in each. Names have a word that is in all and one that is in few. */
const rowsOf = {
  sheets: (i, time) => ({
    title: `${titleOf(i)} ${words(i)}`,
    slug: `sheet-${i}`,
    status: of(i, "PUBLISHED", "DRAFT", "INTIMATE", "RECYCLE"),
    create_time: time,
    update_time: time,
    edit_time: time,
    author_id: 1,
    toc: "[]",
    visits: (i * 7919) % 1000,
    original_content: "A page.",
    content: "<p>A page.</p>",
  }),
  tags: (i, time) => ({
    name: `Tag ${i} ${words(i)}`,
    slug: `tag-${i}`,
    color: "#cfd3d7",
    create_time: time,
    update_time: time,
  }),
  post_tags: (i) => ({ post_id: i, tag_id: ((i * 31) % 1000) + 1 }),
  comments: (i, time) => ({
    target_type: "POST",
    post_id: ((i * 17) % 5000) + 1,
    status: of(i, "PUBLISHED", "PUBLISHED", "AUDITING", "RECYCLE"),
    spam: i % 8 === 3 ? 1 : 0,
    visible: i % 4 < 2 ? 1 : 0,
    author: `Visitor ${i % 5000}`,
    email: `v${i % 5000}@example.org`,
    ip_address: `10.1.${(i >> 8) % 256}.${i % 256}`,
    network: `10.1.${(i >> 8) % 256}.${i % 256}`,
    create_time: time,
    update_time: time,
    content: `I have read this. ${words(i)}`,
    html: "<p>I have read this.</p>",
  }),
  comment_blocks: (i, time) => ({ kind: of(i, "ADDRESS", "EMAIL"), value: `b${i}.${words(i)}`, create_time: time }),
  journals: (i, time) => ({
    type: of(i, "PUBLIC", "PUBLIC", "INTIMATE"),
    author_id: 1,
    likes: (i * 7919) % 1000,
    create_time: time,
    update_time: time,
    source_content: `A note, ${words(i)}.`,
    content: `<p>A note, ${words(i)}.</p>`,
  }),
  attachments: (i, time) => ({
    name: `picture ${i} ${words(i)}.png`,
    team: of(i, "", "Travel", "Work"),
    folder: `2026/01/${i}`,
    file_name: "picture.png",
    version: "a",
    media_type: of(i, "image/png", "image/jpeg", "application/pdf"),
    suffix: "png",
    size: 1000 + ((i * 7919) % 100_000),
    digest: sum(i),
    width: 10,
    height: 10,
    variants: "[]",
    uploader_id: 1,
    create_time: time,
    update_time: time,
  }),
  photos: (i, time) => ({
    name: `Photo ${i}`,
    thumbnail: `/uploads/2026/01/${i}/a.png`,
    url: `/uploads/2026/01/${i}/a.png`,
    team: of(i, "", "Travel"),
    create_time: time,
    update_time: time,
  }),
  links: (i, time) => ({
    name: `Link ${i} ${words(i)}`,
    url: `https://l${i}.example.org/`,
    team: of(i, "", "Friends", "Work"),
    health: of(i, "ALIVE", "DEAD"),
    check_time: time,
    create_time: time,
    update_time: time,
  }),
  own_redirects: (i, time) => ({
    source: `/old/${i}/${words(i)}`,
    target: "/archives",
    status: of(i, 301, 302),
    hits: (i * 7919) % 1000,
    last_hit_time: time,
    create_time: time,
    update_time: time,
  }),
  missed_addresses: (i, time) => ({
    path: `/gone/${i}/${words(i)}`,
    hits: (i * 7919) % 1000,
    first_time: time,
    last_time: time,
  }),
  users: (i, time) => ({
    username: `user${i}`,
    nickname: `Reader ${i} ${words(i)}`,
    email: `user${i}@example.org`,
    role: of(i, "SUBSCRIBER", "SUBSCRIBER", "AUTHOR", "EDITOR"),
    suspended: i % 10 === 0 ? 1 : 0,
    create_time: time,
    update_time: time,
    last_login_time: time,
  }),
  events: (i, time) => ({
    operation: of(i, "updatePost", "createTag", "logIn", "deletePost"),
    actor_id: 1,
    actor_name: `user${i % 50}`,
    subject: `post:${i % 2000}`,
    summary: `PUBLISHED ${titleOf(i)} ${words(i)}`,
    tags: "[]",
    create_time: time,
  }),
  jobs: (i, time) => ({
    kind: of(i, "send-mail", "back-up"),
    title: `Job ${i} ${words(i)}`,
    payload: "{}",
    state: of(i, "DONE", "DONE", "FAILED", "CANCELLED"),
    run_at: time,
    log: "[]",
    create_time: time,
    start_time: time,
    end_time: time,
  }),
  followers: (i, time) => ({
    email: `f${i}.${words(i)}@example.org`,
    status: of(i, "FOLLOWING", "FOLLOWING", "WAITING", "BOUNCED"),
    rhythm: "EACH",
    bounces: i % 4,
    asked_time: time,
    confirmed_time: time,
    create_time: time,
  }),
  removed_records: (i, time) => ({
    kind: of(i, "tag", "photo", "link"),
    record_id: i,
    name: `Gone ${i} ${words(i)}`,
    actor_name: "owner",
    removed_time: time,
    record: '{"own":{"columns":["id"],"rows":[[1]]},"children":[]}',
  }),
};
const words = (i) => `everywhere${i % 801 === 0 ? " quicksilver" : ""}`.replaceAll(" ", "-");

/** The lists: orders, and the addresses of their filters. */
const lists = {
  posts: {
    sorts: ["createTime", "title", "updateTime", "visits", "topPriority"],
    filters: ["state=published", "state=drafts", "state=scheduled", "state=bin", "author=1", "tag=5"],
  },
  sheets: { sorts: ["createTime", "title", "visits"], filters: ["state=published", "state=drafts", "state=bin"] },
  comments: {
    sorts: ["createTime"],
    filters: [
      "state=published",
      "state=spam",
      "state=bin",
      "state=all",
      "state=all&targetType=POST",
      "state=all&target=post:18",
      "state=all&email=v7@example.org",
      "state=all&address=10.1.0.7",
    ],
  },
  "comments/blocks": { sorts: ["createTime", "value"], filters: ["kind=EMAIL"] },
  journals: { sorts: ["createTime", "likes"], filters: ["type=PUBLIC", "type=INTIMATE"] },
  media: { sorts: ["createTime", "name", "size"], filters: ["mediaType=image", "team=Travel", "unused=true"] },
  links: {
    sorts: ["team", "name", "createTime", "checkTime"],
    filters: ["health=DEAD", "health=UNKNOWN", "team=Work"],
  },
  "tools/redirects": { sorts: ["source", "hits", "createTime", "lastHitTime"], filters: ["status=302", "status=410"] },
  "tools/redirects/missed": { sorts: ["hits", "lastTime", "path"], filters: [] },
  tags: { sorts: ["name", "createTime"], filters: [] },
  users: { sorts: ["id"], filters: ["state=ADMIN", "state=EDITOR", "state=SUBSCRIBER", "state=suspended"] },
  logs: {
    sorts: ["id"],
    filters: [
      "operation=logIn",
      "operation=nothing",
      "actor=user7",
      "actor=nobody",
      "subject=post",
      "subject=post:7",
      "from=2026-01-01",
      "operation=logIn&actor=user7",
    ],
  },
  jobs: { sorts: ["id"], filters: ["state=FAILED", "state=DONE", "state=RUNNING"] },
  followers: { sorts: ["createTime", "email", "bounces"], filters: ["status=FOLLOWING", "status=BOUNCED"] },
  deleted: { sorts: ["removedTime"], filters: ["kind=photo", "kind=menu"] },
  photos: { sorts: [], filters: ["team=Travel"] },
};

/** Adds `count` rows to each table, a second apart, the last of them now. */
function fillLists(folder, count) {
  fillMany(folder, count);
  const db = new Sqlite(join(folder, "broadsheet.db"));
  db.pragma("foreign_keys = OFF");
  const now = Date.now();
  db.transaction(() => {
    for (const [table, rowOf] of Object.entries(rowsOf)) {
      const columns = Object.keys(rowOf(1, now));
      const insert = db.prepare(
        `insert or ignore into ${table} (${columns.join(", ")}) values (${columns.map((name) => `@${name}`).join(", ")})`,
      );
      for (let i = 1; i <= count; i += 1) insert.run(rowOf(i, now - (count - i + 1) * 10_000 - MINUTE_MS));
    }
  })();
  db.close();
}

/** The addresses of one list: each order, each filter with each search. */
function addressesOf(path, { sorts, filters }) {
  const queries = new Set([""]);
  for (const sort of sorts) for (const way of ["asc", "desc"]) queries.add(`sort=${sort},${way}`);
  for (const filter of ["", ...filters]) {
    queries.add(filter);
    for (const keyword of ["everywhere", "quicksilver", "nowhere"]) queries.add(`${filter}&keyword=${keyword}`);
    for (const sort of filter ? sorts : []) queries.add(`${filter}&sort=${sort},asc`);
  }
  return [...queries].map((query) => `/admin/${path}?${query.replace(/^&/, "")}`);
}

/** The median of a page's answers in milliseconds. */
async function took(port, path, cookie) {
  const all = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const began = performance.now();
    const answer = await fetchRaw(port, path, { cookie, accept: "text/html" });
    all.push(performance.now() - began);
    // An address after the last page leads to it.
    if (answer.status === 307)
      return took(port, new URL(answer.headers.location, "http://x").href.slice("http://x".length), cookie);
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    // What takes so long needs no median.
    if (performance.now() - began > 2000) break;
  }
  return { ms: all.sort((a, b) => a - b)[Math.floor(all.length / 2)], path };
}

/** Measures every list of a site, or those that `only` names, with commas. */
async function measureLists(timed, site, only = "") {
  const cookie = await signInWithBrowser(site.port, "owner", password);
  const figures = {};
  for (const [path, list] of Object.entries(lists).filter(([name]) => only === "" || only.split(",").includes(name))) {
    const found = [];
    await timed(path, async () => {
      for (const address of addressesOf(path, list)) {
        found.push(await took(site.port, address, cookie));
        found.push(await took(site.port, `${address}&page=99999`, cookie));
      }
    });
    figures[path] = found;
  }
  return figures;
}

/** The changes of pages in a browser whose owner is signed in. */
async function changesIn(site) {
  const url = `http://127.0.0.1:${site.port}`;
  const cookie = await signInWithBrowser(site.port, "owner", password);
  const browser = await chromium.launch({
    executablePath: fileURLToPath(new URL("../rig/chromium.sh", import.meta.url)),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addCookies(
      cookie.split("; ").map((each) => ({ name: each.split("=")[0], value: each.slice(each.indexOf("=") + 1), url })),
    );
    const page = await context.newPage();
    await page.goto(`${url}/admin`);
    await page.locator("next-route-announcer").waitFor({ state: "attached" });
    return await pageChanges(page, ROUNDS);
  } finally {
    await browser.close();
  }
}

/** The same, on a new site of so many rows. */
export async function longListPages(timed, folder, scale, only) {
  const count = Math.max(100, Math.round(100_000 * scale));
  const first = await startSite(folder);
  await install(first.port);
  await first.stop();
  await timed(`add ${count} rows to each table`, async () => fillLists(folder, count));
  // The server would make it in the background, beside what is measured.
  await timed("make the search index", async () => reindex(folder));
  const site = await timed("start on them", () => startSite(folder));
  const figures = await measureLists(timed, site, only);
  const changes = await timed("changes of pages", () => changesIn(site));
  await site.stop();
  return { lists: figures, changes };
}

/** One line a list, with its slowest address; and each further one that misses the target. */
export const longListLines = ({ lists: figures, changes: [slowest, ...faster] }) => [
  ...Object.values(figures).flatMap((found) => {
    const [worst, ...others] = [...found].sort((a, b) => b.ms - a.ms);
    const lineOf = ({ ms, path: address }, name) =>
      line(`${name} ${decodeURIComponent(address)}`, `${ms.toFixed(0)} ms`, `≤ ${MOST_MS} ms`, ms <= MOST_MS);
    return [
      lineOf(worst, `Slowest of ${found.length}:`),
      ...others.filter(({ ms }) => ms > MOST_MS).map((each) => lineOf(each, "  also")),
    ];
  }),
  line(
    `Slowest of ${faster.length + 1} changes of pages: ${slowest.path}`,
    `${slowest.ms.toFixed(0)} ms`,
    `≤ ${MOST_CHANGE_MS} ms`,
    slowest.ms <= MOST_CHANGE_MS,
    `median page ${faster[Math.floor(faster.length / 2)].ms.toFixed(0)} ms`,
  ),
];
