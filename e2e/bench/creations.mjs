// Posts created one after the other, beside bare better-sqlite3 transactions with the same statements and values.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { head, median, quantile, ROUNDS } from "./measures.mjs";
import { cores, cpuSeconds, startOwn } from "./processes.mjs";
import { newPost, startSite } from "./site.mjs";
import { textOf } from "./texts.mjs";

/** V8 goes on compiling, on the server's own core, for so many posts; until then each takes up to half as long again. */
const WARM = 3000;
const COUNT = 400;
const FIRST = 300;

let seed = 1_000_000;

/** So many posts created over one connection. */
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

/** Writes down what the server asks of its database for some posts; answers a way to have the same done without the server. */
export async function record(folder, token, relations) {
  const [before, recording, copy] = ["before.db", "recording", "bare.db"].map((name) => join(folder, name));
  copyFileSync(join(folder, "broadsheet.db"), before);
  const recorder = pathToFileURL(new URL("record.mjs", import.meta.url).pathname).href;
  const site = await startSite(folder, { NODE_OPTIONS: `--import ${recorder}`, BENCH_RECORD: recording });
  const load = await startOwn(cores.load, "load.mjs");
  await create(load, site, token, relations, COUNT);
  await load.stop();
  await site.stop();
  const bare = await startOwn(cores.server, "bare-create.mjs");
  const again = () => bare.ask({ recording, before, copy });
  // Its own compiler is warm after that.
  for (let i = 0; i < ROUNDS; i += 1) await again();
  return again;
}

/** What some posts took in turn with the limit, before and after. */
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

/** Posts created by a server that has created many, and what the disk allows at the same time. */
export async function creating(load, site, token, relations, limit) {
  const disk = await startOwn(cores.server, "disk.mjs");
  await create(load, site, token, relations, WARM);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1)
    rounds.push({
      ...(await besideLimit(limit, () => create(load, site, token, relations, COUNT))),
      ...(await disk.ask({ folder: site.folder, ms: 500 })),
    });
  await disk.stop();
  return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, median(rounds.map((each) => each[name]))]));
}
