// A page is made once for all who wait for it. Whoever asked first may stand at the end of a long line of their own,
// which is nothing to the others.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "../core/env";
import { anAdmin } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { NOWHERE } from "./addresses/addresses";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));

/** The pages that are made at a time. */
const AT_ONCE = 4;
/** The pages that are being made, by their addresses. */
let making: Map<string, ServerResponse>;
let desk: Awaited<ReturnType<typeof openDesk>>;

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  making = new Map();
  desk = await openDesk(async (req, res) => {
    if (req.url === NOWHERE) finish(res, 404);
    else making.set(req.url ?? "", res);
  });
});
afterEach(async () => {
  await desk.close();
  // The turns are those of all tests here.
  for (; making.size > 0; await rest()) for (const path of making.keys()) make(path);
});

const finish = (res: ServerResponse | undefined, status = 200) =>
  res?.writeHead(status, { "content-type": "text/html" }).end("<!doctype html><html><body>made</body></html>");
/** Ends the making of a page, of which nothing is found where `isMissing`. */
function make(path: string, isMissing = false): void {
  const res = making.get(path);
  making.delete(path);
  if (isMissing) res?.writeHead(404).end();
  else finish(res);
}
const ask = (path: string, network: string) => desk.get(path, { "x-forwarded-for": network });
const rest = async () => {
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Pages of four networks, for which all others wait; at addresses where something stands, whatever is stored. */
async function othersWait(): Promise<{ paths: string[]; all: Promise<unknown>[] }> {
  const paths = Array.from({ length: AT_ONCE }, (_, i) => `/photos/page/1${i}`);
  const all = paths.map((path, i) => ask(path, `198.51.100.${i}`));
  await expect.poll(() => making.size).toBe(AT_ONCE);
  return { paths, all };
}

/** How often all that is being made ends before the making of this page begins; 24 where it does not. */
async function roundsBefore(wanted: string): Promise<number> {
  let rounds = 0;
  for (; rounds < 24 && !making.has(wanted); rounds += 1) {
    await rest();
    for (const [path] of making) if (!making.has(wanted)) make(path);
  }
  return rounds;
}

it("whoever waits for the same page as somebody with a long line gets it in a turn of their own", async () => {
  const { paths, all } = await othersWait();
  const line = Array.from({ length: 20 }, (_, i) => ask(`/photos/page/2${i}`, "192.0.2.1"));
  await rest();
  const wanted = [ask("/photos/page/30", "192.0.2.1")];
  await rest();
  wanted.push(ask("/photos/page/30", "192.0.2.2"));
  await rest();
  for (const path of paths) make(path);
  let before = 0;
  for (; before < line.length && !making.has("/photos/page/30"); before += 1) {
    await expect.poll(() => making.size).toBe(AT_ONCE);
    for (const [path] of making) if (!making.has("/photos/page/30")) make(path);
  }
  expect(before).toBeLessThanOrEqual(AT_ONCE);
  make("/photos/page/30");
  expect((await Promise.all(wanted)).map(({ status }) => status)).toEqual([200, 200]);
  desk.server.closeAllConnections();
  await Promise.allSettled([...line, ...all]);
});

it("whoever waits for the same page as several with long lines gets it in a turn of their own", async () => {
  const { paths, all } = await othersWait();
  const crowd = Array.from({ length: 6 }, (_, i) => `192.0.2.${i + 10}`);
  const lines = Array.from({ length: 20 }, (_, i) => crowd.map((network) => ask(`/photos/page/2${i}`, network))).flat();
  await rest();
  const wanted = crowd.map((network) => ask("/photos/page/30", network));
  await rest();
  wanted.push(ask("/photos/page/30", "192.0.2.2"));
  await rest();
  for (const path of paths) make(path);
  expect(await roundsBefore("/photos/page/30")).toBeLessThanOrEqual(2);
  make("/photos/page/30");
  expect((await Promise.all(wanted)).map(({ status }) => status)).toEqual(wanted.map(() => 200));
  desk.server.closeAllConnections();
  await Promise.allSettled([...lines, ...all]);
});

it("whoever comes anew waits for no others that came anew before, several of whom want the same page", async () => {
  const { paths, all } = await othersWait();
  const others = (from: number) =>
    Array.from({ length: 12 }, (_, i) => ask(`/photos/page/4${from + i}`, `203.0.113.${from + i}`));
  const first = others(10);
  await rest();
  const wanted = Array.from({ length: 4 }, (_, i) => ask("/photos/page/30", `192.0.2.${i + 20}`));
  await rest();
  const last = others(30);
  await rest();
  wanted.push(ask("/photos/page/30", "192.0.2.30"));
  await rest();
  for (const path of paths) make(path);
  expect(await roundsBefore("/photos/page/30")).toBeLessThanOrEqual(2);
  make("/photos/page/30");
  expect((await Promise.all(wanted)).map(({ status }) => status)).toEqual(wanted.map(() => 200));
  desk.server.closeAllConnections();
  await Promise.allSettled([...first, ...last, ...all]);
});

it("whoever waits for the same page as somebody whose line is too long is not refused with them", async () => {
  const { paths, all } = await othersWait();
  const line = Array.from({ length: 500 }, (_, i) => ask(`/photos/page/2${i}`, "192.0.2.1"));
  await expect.poll(() => desk.cache.misses).toBe(500 + AT_ONCE);
  const wanted = ask("/photos/page/2499", "192.0.2.2");
  await expect.poll(() => desk.cache.misses).toBe(501 + AT_ONCE);
  const more = ask("/photos/page/31", "192.0.2.1");
  expect((await more).status).toBe(503);
  for (const path of paths) make(path);
  await expect.poll(() => making.has("/photos/page/2499")).toBe(true);
  make("/photos/page/2499");
  expect((await wanted).status).toBe(200);
  desk.server.closeAllConnections();
  await Promise.allSettled([...line, ...all]);
});

it("pages of which nothing is found do not wait for the page that says so in anybody's line", async () => {
  const { paths, all } = await othersWait();
  const nowhere = ask(NOWHERE, "192.0.2.1");
  await rest();
  for (const path of paths) make(path, true);
  expect((await Promise.all(all)).map((answer) => (answer as { status: number }).status)).toEqual([404, 404, 404, 404]);
  expect((await nowhere).status).toBe(404);
});

it("pages do not wait for texts as Markdown, which are written one after the other", async () => {
  const slugs = ["one", "two", "three", "four", "five"];
  for (const slug of slugs) await aPost(undefined, { slug });
  const texts = slugs.map((slug) => ask(`/archives/${slug}.md`, "192.0.2.1"));
  await expect.poll(() => making.size).toBe(1);
  const page = ask("/photos/page/40", "192.0.2.2");
  await expect.poll(() => making.has("/photos/page/40")).toBe(true);
  make("/photos/page/40");
  expect((await page).status).toBe(200);
  expect(making.size).toBe(1);
  desk.server.closeAllConnections();
  await Promise.allSettled(texts);
});

it("pages do not wait for icons, which a child draws beside uploads", async () => {
  const sizes = [16, 32, 48, 180, 192].map((size) => ask(`/icons/${size}.png`, "192.0.2.1"));
  await expect.poll(() => making.size).toBe(1);
  const page = ask("/photos/page/42", "192.0.2.2");
  await expect.poll(() => making.has("/photos/page/42")).toBe(true);
  make("/photos/page/42");
  expect((await page).status).toBe(200);
  desk.server.closeAllConnections();
  await Promise.allSettled(sizes);
});

it("pages do not wait for searches, which wait for a thread that reads the database", async () => {
  const words = ["one", "two", "three", "four", "five"].map((word) => ask(`/search?keyword=${word}`, "192.0.2.1"));
  await expect.poll(() => desk.cache.misses).toBe(words.length);
  await expect.poll(() => making.size).toBe(2);
  const page = ask("/photos/page/41", "192.0.2.2");
  await expect.poll(() => making.has("/photos/page/41")).toBe(true);
  make("/photos/page/41");
  expect((await page).status).toBe(200);
  expect(making.size).toBe(2);
  desk.server.closeAllConnections();
  await Promise.allSettled(words);
});
