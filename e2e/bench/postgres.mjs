// npm run bench -- postgres: what two servers on one PostgreSQL do, against one, and against the driver alone; and both
// engines with many posts.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { postgresPrograms, startPostgres } from "../../lib/testing/postgres-server.mjs";
import { creating, recordInto } from "./creations.mjs";
import { newDatabase, onDatabase } from "./engines.mjs";
import { adminList, against, browserHeaders, byLoad, head, listedBy, quantile, ROUNDS, WARM_MS } from "./measures.mjs";
import { cores, freePort, startOwn } from "./processes.mjs";
import { line } from "./report.mjs";
import { client, fetchRaw, fill, install, newFolder, removeFolder, startSite } from "./site.mjs";
import { sizes } from "./sizes.mjs";

const POSTS = 1000;
const SAVES = 300;
/** Posts that are created before the first that counts. */
const WARM = 1500;

/**
 * Requests per CPU second of two servers that are asked alternately, against the first one alone; in more rounds than
 * other measures, since the aim is as narrow as what differs between two rounds.
 */
async function keptPages(load, one, other, path) {
  const request = head("GET", path, browserHeaders);
  for (const { port } of [one, other]) for (let i = 0; i < 2; i += 1) await fetchRaw(port, path, browserHeaders);
  const send = byLoad(load, request);
  // The first has answered for a minute by now, this one not once.
  await send(other.port, WARM_MS);
  const both = { port: [one.port, other.port], pids: [one.pid, other.pid] };
  return against(send, both, one, 3 * ROUNDS);
}

/** How long after a save's acknowledgement the first request begins that the other server answers with it. */
async function seenElsewhere(one, other, token, id) {
  const save = client(one.port, token);
  const titleAt = async ({ port }) =>
    JSON.parse((await fetchRaw(port, `/api/content/posts/${id}`)).body.toString()).title;
  const delays = [];
  for (let i = 0; i < SAVES; i += 1) {
    const title = `Saved ${i}`;
    await save("PUT", `/admin/posts/${id}`, { title });
    const acknowledged = performance.now();
    for (;;) {
      const begun = performance.now();
      if ((await titleAt(other)) === title) {
        delays.push(begun - acknowledged);
        break;
      }
    }
  }
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), saves: SAVES };
}

/** The statements of some posts of this site, as a function that runs them by the driver alone. */
async function bareCreations(folder, server, settings, token, relations) {
  const recording = join(folder, "recording");
  const given = { recording, server, before: "before_posts", copy: "bare" };
  await onDatabase(
    server,
    `create database ${given.before} template ${new URL(settings.DATABASE_URL).pathname.slice(1)}`,
  );
  await recordInto(recording, folder, token, relations, "record-postgres.mjs", settings);
  const bare = await startOwn(cores.server, "bare-create-postgres.mjs");
  for (let i = 0; i < ROUNDS; i += 1) await bare.ask(given);
  return () => bare.ask(given);
}

/** Two servers on one database. */
async function twoServers(timed, server) {
  const url = await newDatabase(server, "bench");
  const settings = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString("base64") };
  const folder = newFolder();
  try {
    const first = await startSite(folder, settings);
    const token = await install(first.port);
    const { posts, relations } = await timed(`create ${POSTS} posts`, () => fill(first.port, token, POSTS));
    const [subject] = posts;
    await first.stop();
    const limit = await timed("record what creating posts asks of PostgreSQL", () =>
      bareCreations(folder, server, settings, token, relations),
    );
    const one = await startSite(folder, settings);
    const load = await startOwn(cores.load, "load.mjs");
    const bareList = { ...(await startOwn(cores.server, "bare-list-postgres.mjs")), port: await freePort() };
    await bareList.ask({ port: bareList.port, url, ...(await listedBy(one, token)) });
    const figures = {
      adminList: await timed("admin list", () => adminList(load, one, bareList, token)),
      create: await timed("create posts", () => creating(load, one, token, relations, limit, WARM)),
    };
    const otherFolder = newFolder();
    try {
      const other = await startSite(otherFolder, settings);
      figures.kept = await timed("kept pages of two servers", () => keptPages(load, one, other, subject.url));
      figures.seen = await timed("publication seen elsewhere", () => seenElsewhere(one, other, token, subject.id));
      await other.stop();
    } finally {
      removeFolder(otherFolder);
    }
    await one.stop();
    return figures;
  } finally {
    removeFolder(folder);
  }
}

/** Everything about PostgreSQL; `counts` are the numbers of posts of the sites that are compared. */
export async function onPostgres(timed, counts) {
  if (postgresPrograms === undefined) throw new Error("PostgreSQL is not installed on this machine");
  const server = await startPostgres(postgresPrograms, ["fsync=on"]);
  try {
    return { ...(await twoServers(timed, server.url)), sizes: await sizes(timed, server.url, counts) };
  } finally {
    await server.stop();
  }
}

/** What a site is measured by, and how many times as long it may take as with the fewest posts. */
const measures = {
  home: "Home page, after a new post",
  post: "A post, first view",
  listFirst: "List of the public API, first page",
  listLast: "The same, last page",
  adminFirst: "List of the dashboard's API, first page",
  adminLast: "The same, last page",
  rare: "Search, a rare word",
  common: "Search, a word in every post",
  create: "Create a post",
  tags: "Tags with their counts",
  tagsAfterChange: "The same, after a new post",
  sitemap: "Site map",
};
const MOST_TIMES = 2;
/** Below this, only the machine's noise is compared. */
const LEAST_MS = 2;

const inMs = (ms) => `${ms.toFixed(1)} ms`;

function sizeLines(all) {
  const lines = [];
  for (const name of new Set(all.map(({ engine }) => engine))) {
    const [least, ...others] = all.filter(({ engine }) => engine === name);
    for (const [key, title] of Object.entries(measures)) {
      const times = others.map((each) => each[key] / least[key]);
      lines.push({
        ...line(
          `${name}: ${title}`,
          [least, ...others].map((each) => inMs(each[key])).join(", "),
          `≤ ${MOST_TIMES} times`,
          others.every((each, i) => times[i] <= MOST_TIMES || each[key] <= LEAST_MS),
        ),
        ratio: times.map((each) => each.toFixed(2)).join(", "),
      });
    }
    const inSeconds = all.filter(({ engine }) => engine === name);
    lines.push(
      line(
        `${name}: first answer after a start`,
        inSeconds.map(({ start }) => `${(start / 1000).toFixed(1)} s`).join(", "),
        "≤ 3 s",
        inSeconds.every(({ start }) => start <= 3000),
      ),
      line(`${name}: memory afterwards`, inSeconds.map(({ memory }) => `${memory.toFixed(0)} MB`).join(", ")),
    );
  }
  return lines;
}

export const postgresLines = ({ kept, adminList: list, create, seen, sizes: all }) => [
  {
    ...line(
      "A kept page, two servers asked alternately",
      `${kept.ours.toFixed(0)} per CPU s`,
      "≥ 0.95",
      kept.ratio >= 0.95,
      `one alone: ${kept.bare.toFixed(0)}`,
    ),
    ratio: kept.ratio.toFixed(2),
  },
  {
    ...line(
      "Admin API list of 20 posts, made anew",
      `${list.ours.toFixed(0)} per CPU s`,
      "≥ 0.50",
      list.ratio >= 0.5,
      `bare pg: ${list.bare.toFixed(0)}`,
    ),
    ratio: list.ratio.toFixed(2),
  },
  {
    ...line(
      "Create a post, one after the other",
      `${create.perSecond.toFixed(0)}/s (p99 ${inMs(create.p99)})`,
      "≥ 0.50",
      create.ratio >= 0.5,
      `the same by bare pg: ${create.bare.toFixed(0)}/s; of CPU ${create.cpuRatio.toFixed(2)}`,
    ),
    ratio: create.ratio.toFixed(2),
  },
  line(
    `A save seen on the other server, ${seen.saves} saves`,
    `p50 ${inMs(seen.p50)}, p99 ${inMs(seen.p99)}`,
    "≤ 20, 100 ms",
    seen.p50 <= 20 && seen.p99 <= 100,
  ),
  ...sizeLines(all),
];
