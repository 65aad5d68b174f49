// The measures, each in rounds that alternate with its limit.
import { CONNECTIONS, cpuSeconds } from "./processes.mjs";
import { fetchRaw } from "./site.mjs";
import { textOf } from "./texts.mjs";
import { byWrk, hasWrk } from "./wrk.mjs";

export const ROUNDS = 3;
/** Short turns of each side per round, so that other work on the machine affects both alike. */
const TURNS = 6;
const TURN_MS = 500;
/** Until the compiler has come to all that takes part: a list of posts is twice as fast after five seconds as after one. */
export const WARM_MS = 5_000;

/** Headers of a browser. */
export const browserHeaders = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-GB,en;q=0.9",
};

export const head = (method, path, headers) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ Host: "localhost", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
export const quantile = (numbers, q) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];

/**
 * Requests per CPU second of ours and of the limit, in rounds of alternating turns; `send` sends them to a port for a
 * number of milliseconds. A side with several processes names them as `pids`.
 */
export async function against(send, ours, bare, count = ROUNDS) {
  const used = ({ pid, pids = [pid] }) => pids.reduce((sum, each) => sum + cpuSeconds(each), 0);
  const turn = async (side, ms) => {
    const before = used(side);
    const { requests, seconds } = await send(side.port, ms);
    return { requests, seconds, cpu: used(side) - before };
  };
  const sum = (turns) => {
    const all = (name) => turns.reduce((total, each) => total + each[name], 0);
    return { perCpu: all("requests") / all("cpu"), perSecond: all("requests") / all("seconds") };
  };
  const round = async () => {
    const turns = { bare: [], ours: [] };
    for (let i = 0; i < TURNS; i += 1) {
      turns.bare.push(await turn(bare, TURN_MS));
      turns.ours.push(await turn(ours, TURN_MS));
    }
    return { bare: sum(turns.bare), ours: sum(turns.ours) };
  };
  await turn(bare, WARM_MS);
  await turn(ours, WARM_MS);
  const rounds = [];
  for (let i = 0; i < count; i += 1) rounds.push(await round());
  const middle = (pick) => median(rounds.map(pick));
  return {
    ours: middle((each) => each.ours.perCpu),
    bare: middle((each) => each.bare.perCpu),
    ratio: middle((each) => each.ours.perCpu / each.bare.perCpu),
    rounds,
  };
}

/** Our own load, in the form that `against` takes; where `port` is a list, each gets its part of the connections. */
export const byLoad = (load, request) => (port, ms) =>
  load.ask({ ports: [port].flat(), request, connections: CONNECTIONS, ms, awake: true });

/** Headers that the program set; Node adds the others. */
const chosen = (rawHeaders) => {
  const kept = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!/^(date|connection|keep-alive|transfer-encoding)$/i.test(rawHeaders[i]))
      kept.push(rawHeaders[i], rawHeaders[i + 1]);
  return kept;
};

/** A kept address, against the same bytes from a bare server's memory. */
export async function cached(load, site, bare, path, headers = browserHeaders) {
  await fetchRaw(site.port, path, headers);
  const { status, rawHeaders, body } = await fetchRaw(site.port, path, headers);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  await bare.ask({ status, headers: chosen(rawHeaders), body });
  const same = await fetchRaw(bare.port, path, headers);
  const differs = same.rawHeaders.length !== rawHeaders.length || !same.body.equals(body);
  if (differs)
    throw new Error(`the bare server answers ${path} differently: ${same.rawHeaders} instead of ${rawHeaders}`);
  const byOurs = await against(byLoad(load, head("GET", path, headers)), site, bare);
  return { ...byOurs, bytes: body.length, wrk: hasWrk ? await against(byWrk(path, headers), site, bare) : null };
}

/** The beginning of a list: its first record. */
const firstOf = (body) => body.toString().slice(0, 1500);

/** The dashboard's list, rendered for each request, against one made by hand. */
export async function adminList(load, site, bareList, token) {
  const path = "/api/admin/posts";
  const headers = { ...browserHeaders, Accept: "application/json", Authorization: `Bearer ${token}` };
  const ours = await fetchRaw(site.port, path, headers);
  const theirs = await fetchRaw(bareList.port, path, headers);
  if (ours.status !== 200 || !ours.body.equals(theirs.body))
    throw new Error(`the two lists differ:\n${firstOf(ours.body)}\n${firstOf(theirs.body)}`);
  return { ...(await against(byLoad(load, head("GET", path, headers)), site, bareList)), bytes: ours.body.length };
}

/** What the limit of our list must be like: its items, and the headers that it sends too. */
export async function listedBy(site, token) {
  const { rawHeaders, body } = await fetchRaw(site.port, "/api/admin/posts", { authorization: `Bearer ${token}` });
  const kept = chosen(rawHeaders);
  const headers = kept.filter((_, i) => !/^(x-total-count|content-length)$/i.test(kept[i - (i % 2)]));
  return { like: JSON.parse(body.toString()), headers };
}

/** Moderated comments of visitors in sequence over one connection, within the limits for one address and one text. */
export async function commenting(load, site, posts) {
  const COUNT = 1000;
  let seed = 0;
  const round = async (count) => {
    const requests = Array.from({ length: count }, () => {
      seed += 1;
      const content = `I have read *this* ${seed} times, and \`so\` should [you](https://example.org/${seed}).\n\n> ${textOf(seed, 120).slice(0, 120).replace(/\s+/g, " ")}\n\nThank you!`;
      const body = JSON.stringify({
        author: `Visitor ${seed}`,
        email: `visitor${seed}@example.org`,
        content,
        postId: posts[seed % posts.length].id,
      });
      const headers = {
        "User-Agent": "bench",
        "X-Forwarded-For": `10.${seed >> 13}.${(seed >> 5) & 255}.${(seed >> 3) & 3}`,
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(body)),
      };
      return head("POST", "/api/content/posts/comments", headers) + body;
    });
    const before = cpuSeconds(site.pid);
    const { took } = await load.ask({ port: site.port, requests, expected: 201 });
    return {
      perSecond: (1000 * count) / took.reduce((a, b) => a + b, 0),
      perCpu: count / (cpuSeconds(site.pid) - before),
      p50: quantile(took, 0.5),
      p99: quantile(took, 0.99),
    };
  };
  await round(200);
  return round(COUNT);
}

const sources = (html, pattern) => [...html.matchAll(pattern)].map((match) => match[1]);

/** Bytes of a first visit to a post: HTML, style sheets, and scripts without the page's own data. */
export async function weight(site, path) {
  const plain = (await fetchRaw(site.port, path)).body.toString();
  const html = (await fetchRaw(site.port, path, browserHeaders)).body.length;
  let css = 0;
  for (const href of sources(plain, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g))
    css += (await fetchRaw(site.port, href, browserHeaders)).body.length;
  let script = 0;
  for (const src of sources(plain, /<script\b[^>]*\bsrc="([^"]+)"/g))
    if (!src.startsWith("/site.js")) script += (await fetchRaw(site.port, src, browserHeaders)).body.length;
  for (const [, attributes, inline] of plain.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (!/type="(application\/ld\+json|speculationrules)"/.test(attributes)) script += inline.length;
  return { html, css, script };
}
