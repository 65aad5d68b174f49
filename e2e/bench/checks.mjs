// Checks that fast answers are right: nobody reads a replaced text, and many simultaneous requests cost one rendering.
import { Agent } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { cpuSeconds } from "./processes.mjs";
import { client, fetchRaw } from "./site.mjs";

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes) => bytes };
const mark = (round) => `Edition ${round} of the proof`;
const readMark = (text) => Number(/Edition (\d+) of the proof/.exec(text)?.[1] ?? -1);

async function read(port, path, encoding, agent) {
  const answer = await fetchRaw(port, path, { "accept-encoding": encoding }, { agent });
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  return readMark(unpack[answer.headers["content-encoding"] ?? "identity"](answer.body).toString());
}

/**
 * One writer saves a post again and again while eight readers request its page, its record and the home page in every
 * packing. A request after an acknowledged save must get that text or a later one.
 */
export async function stale(site, token, post, rounds) {
  const call = client(site.port, token);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const paths = [post.url, `/api/content/posts/${post.id}`, "/"];
  const encodings = ["br", "gzip", "identity"];
  let acknowledged = -1;
  let wrong = 0;
  let reads = 0;
  const done = new AbortController();
  const look = async (path, encoding) => {
    const least = acknowledged;
    const seen = await read(site.port, path, encoding, agent);
    reads += 1;
    if (seen < least) wrong += 1;
  };
  // Pinned, so that the home page shows it first.
  await call("PUT", `/admin/posts/${post.id}`, { title: mark(0), topPriority: 1 });
  acknowledged = 0;
  const readers = Array.from({ length: 8 }, async (_, reader) => {
    for (let i = reader; !done.signal.aborted; i += 1) await look(paths[i % 3], encodings[Math.floor(i / 3) % 3]);
  });
  for (let round = 1; round <= rounds; round += 1) {
    await call("PUT", `/admin/posts/${post.id}`, { title: mark(round) });
    acknowledged = round;
    await look(round % 2 === 0 ? post.url : paths[1], encodings[round % 3]);
  }
  done.abort();
  await Promise.all(readers);
  agent.destroy();
  return { rounds, reads, wrong };
}

/** The CPU time of a hundred simultaneous first views, as a multiple of a single one. */
export async function herd(site, paths) {
  // The kernel counts processor time in hundredths of a second: too coarse for one of anything.
  const SINGLE = 20;
  const cost = async (work) => {
    const before = cpuSeconds(site.pid);
    await work();
    return cpuSeconds(site.pid) - before;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const atOnce = (path) => Promise.all(Array.from({ length: 100 }, () => fetchRaw(site.port, path, {}, { agent })));
  await atOnce(paths[0]);
  const hundredKept =
    (await cost(async () => {
      for (let i = 0; i < SINGLE; i += 1) await atOnce(paths[0]);
    })) / SINGLE;
  const one =
    (await cost(async () => {
      for (const path of paths.slice(1, 1 + SINGLE)) await fetchRaw(site.port, path, {}, { agent });
    })) / SINGLE;
  const hundreds = paths.slice(1 + SINGLE, 1 + 2 * SINGLE);
  const crowd =
    (await cost(async () => {
      for (const path of hundreds) await atOnce(path);
    })) / hundreds.length;
  agent.destroy();
  return { renders: (crowd - hundredKept) / one };
}
