// Posts created in sequence, compared with bare better-sqlite3 transactions of the same statements and values.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { head, median, quantile, ROUNDS } from "./measures.mjs";
import { cores, cpuSeconds, startOwn } from "./processes.mjs";
import { newPost, startSite } from "./site.mjs";
import { textOf } from "./texts.mjs";

/** Posts until V8 has compiled everything on the server's core; until then each takes up to half as long again. */
const WARM = 3000;
const COUNT = 400;
const FIRST = 300;

let seed = 1_000_000;

/** Posts created over one connection. */
async function create(load, site, token, relations, count) {
  const requests = Array.from({ length: count }, () => {
    seed += 1;
    const body = JSON.stringify(newPost(seed, textOf(seed, 1000), relations));
    const headers = {
      "User-Agent": "bench",
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
    };
    return head("POST", "/api/admin/posts", headers) + body;
  });
  const before = cpuSeconds(site.pid);
  const { took } = await load.ask({ port: site.port, requests, expected: 201 });
  return {
    perSecond: (1000 * count) / took.reduce((a, b) => a + b, 0),
    perCpu: count / (cpuSeconds(site.pid) - before),
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}

/** Records the statements of some posts of a server with these settings into a file. */
export async function recordInto(recording, folder, token, relations, recorder, more = {}) {
  const program = pathToFileURL(new URL(recorder, import.meta.url).pathname).href;
  const site = await startSite(folder, { NODE_OPTIONS: `--import ${program}`, BENCH_RECORD: recording, ...more });
  const load = await startOwn(cores.load, "load.mjs");
  await create(load, site, token, relations, COUNT);
  await load.stop();
  await site.stop();
}

/** Records the statements of some posts; returns a function that runs them without the server. */
export async function record(folder, token, relations) {
  const [before, recording, copy] = ["before.db", "recording", "bare.db"].map((name) => join(folder, name));
  copyFileSync(join(folder, "broadsheet.db"), before);
  await recordInto(recording, folder, token, relations, "record.mjs");
  const bare = await startOwn(cores.server, "bare-create.mjs");
  const again = () => bare.ask({ recording, before, copy });
  // Its own code is compiled after that.
  for (let i = 0; i < ROUNDS; i += 1) await again();
  return again;
}

/** The time of some posts, alternating with the limit. */
async function besideLimit(limit, work) {
  const least = await limit();
  const made = await work();
  const most = await limit();
  const bare = (least.perSecond + most.perSecond) / 2;
  return { ...made, bare, ratio: made.perSecond / bare, cpuRatio: (made.perCpu * 2) / (least.perCpu + most.perCpu) };
}

/** The first posts that a server creates after its start. */
export async function firstCreations(site, token, relations, limit) {
  const load = await startOwn(cores.load, "load.mjs");
  const made = await besideLimit(limit, () => create(load, site, token, relations, FIRST));
  await load.stop();
  return made;
}

/** Posts created by a warm server, and the disk's limit at the same time. */
export async function creating(load, site, token, relations, limit, warm = WARM) {
  const disk = await startOwn(cores.server, "disk.mjs");
  await create(load, site, token, relations, warm);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1)
    rounds.push({
      ...(await besideLimit(limit, () => create(load, site, token, relations, COUNT))),
      ...(await disk.ask({ folder: site.folder, ms: 500 })),
    });
  await disk.stop();
  return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, median(rounds.map((each) => each[name]))]));
}
