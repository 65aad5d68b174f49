// First views of each kind of page, alternating with an empty page of the framework.
import { Agent } from "node:http";
import { buildEmptyPage } from "./empty-page.mjs";
import { browserHeaders, median, quantile } from "./measures.mjs";
import { cores, cpuSeconds, flagsOf, freePort, startOwn } from "./processes.mjs";
import { client, fetchRaw } from "./site.mjs";

/** The first round is not counted, since code is being compiled. */
const ROUNDS = 6;
const EACH = 40;
/** There are only so many pages of lists. */
const LISTS_EACH = 15;
export const FIRST_VIEWS = ROUNDS * EACH;

async function makeSheets(site, token) {
  const call = client(site.port, token);
  const sheets = [];
  for (let i = 0; i < FIRST_VIEWS; i += 1)
    sheets.push(
      await call("POST", "/admin/sheets", {
        title: `Sheet ${i}`,
        originalContent: `About **us**, ${i}.\n\nA text of [some](https://example.org) words.`,
        status: "PUBLISHED",
      }),
    );
  return sheets;
}

/** CPU per answer of all threads, in milliseconds, and as a multiple of the empty page's in the same round. */
export async function firstViews(site, token, posts) {
  buildEmptyPage();
  const sheets = await makeSheets(site, token);
  const empty = { ...(await startOwn(cores.server, "empty-page.mjs", flagsOf("start"))), port: await freePort() };
  await empty.ask({ port: empty.port });
  const kinds = {
    empty: [empty, () => "/", 200],
    post: [site, (i) => posts[i].url, 200],
    sheet: [site, (i) => sheets[i].url, 200],
    "home, a further page": [site, (i) => `/page/${i + 2}`, 200, LISTS_EACH],
    "list of a tag": [site, (i) => `/tags/subject-${1 + (i % 20)}/page/${2 + Math.floor(i / 20)}`, 200, LISTS_EACH],
    "missing sheet": [site, (i) => `/nobody-${i}`, 404],
    "missing post": [site, (i) => `/archives/nobody-${i}`, 404],
    "no route": [site, (i) => `/no/such/place/at/all-${i}`, 404],
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const rounds = [];
  const took = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cpu = {};
    for (const [name, [server, path, status, each = EACH]] of Object.entries(kinds)) {
      const before = cpuSeconds(server.pid);
      for (let i = round * each; i < (round + 1) * each; i += 1) {
        const began = performance.now();
        // Each is another reader: one network may ask for so many variants of a page only.
        const headers = { ...browserHeaders, "x-forwarded-for": `198.51.${round}.${i % 250}` };
        const answer = await fetchRaw(server.port, path(i), headers, { agent });
        if (answer.status !== status) throw new Error(`${path(i)} answers ${answer.status}`);
        if (name === "post" && round > 0) took.push(performance.now() - began);
      }
      cpu[name] = ((cpuSeconds(server.pid) - before) * 1000) / each;
    }
    if (round > 0) rounds.push(cpu);
  }
  agent.destroy();
  await empty.stop();
  const kindsOf = Object.keys(kinds).map((name) => [
    name,
    {
      cpuMs: median(rounds.map((cpu) => cpu[name])),
      ratio: median(rounds.map((cpu) => cpu[name] / cpu.empty)),
      missing: kinds[name][2] === 404,
    },
  ]);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), kinds: Object.fromEntries(kindsOf), rounds };
}
