// What readers wait for: each kind of page in each look, in a real browser as on a middling phone with slow 4G.
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { line } from "./report.mjs";
import { client, install, startSite } from "./site.mjs";
import { textOf } from "./texts.mjs";

const LOOKS = ["broadsheet", "notebook", "gallery", "terminal", "diary"];
/** As Lighthouse simulates it: milliseconds for a round trip, bytes a second, how many times slower the processor is. */
const SLOW = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8, offline: false };
const SLOWER = 4;
/** How often each page is opened in a new browser profile; the median counts. */
const TIMES = 3;
const most = { lcp: 1000, shift: 0, blocked: 0, bytes: 60_000, requests: 8 };

async function upload(port, token, name, hue) {
  const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: hue } })
    .composite([
      { input: Buffer.from(`<svg width="1600" height="1000"><circle cx="800" cy="500" r="300" fill="#fff8"/></svg>`) },
    ])
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append("files", new Blob([bytes]), name);
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const [made] = await answer.json();
  return made;
}

/** A small site with every kind of page; returns their paths. */
async function fillPages(port, token) {
  const call = client(port, token);
  const files = [];
  for (const [index, hue] of ["#314869", "#5b7350", "#a9734b", "#6b4a6d"].entries())
    files.push(await upload(port, token, `picture-${index}.jpg`, hue));
  const picture = (index) => `![Picture ${index}](${files[index].url} "A caption of it")`;
  const create = (given) => call("POST", "/admin/posts", { status: "PUBLISHED", ...given });
  for (let seed = 1; seed <= 20; seed += 1)
    await create({ title: `Story ${seed}`, originalContent: textOf(seed, 2000), thumbnail: files[seed % 4].url });
  const code =
    "```ts\nconst drift = (distance: number, seconds: number) => distance / seconds; // metres a second\n```";
  const long = await create({
    title: "A long text with code and pictures",
    summary: "What it is about.",
    originalContent: `${textOf(90, 6000)}\n\n${picture(0)}\n\n${code}\n\n> [!NOTE]\n> ${textOf(95, 200)}\n\n${textOf(91, 6000)}\n\n${picture(1)}\n\n${code}\n\n${textOf(92, 6000)}`,
  });
  const gallery = await create({
    title: "A gallery",
    originalContent: `${textOf(93, 500)}\n\n${[0, 1, 2, 3].map((index) => `![](${files[index].url})`).join("\n")}\n\n${textOf(94, 500)}`,
  });
  for (let n = 0; n < 8; n += 1) await call("POST", "/admin/journals", { sourceContent: textOf(200 + n, 300) });
  return { home: "/", long: long.url, gallery: gallery.url, search: "/search?keyword=story", journal: "/journals" };
}

/** Notes what is drawn, moved and blocked, from the page's first moment. */
function watch() {
  const seen = { lcp: 0, shift: 0, painted: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  on("layout-shift", ({ value }) => (seen.shift += value));
  on("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.painted = startTime));
  on("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, startTime + duration]));
}

/** Total blocking time: of each task after the first paint with content, what is longer than 50 ms. */
const blockedOf = ({ painted, tasks }) =>
  tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, painted) - 50), 0);

/** What a first visit fetches: bytes and requests of all but pictures, of which a page may have as many as it likes, and those. */
async function visit(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const kinds = new Map();
  const found = { bytes: 0, requests: 0, pictureBytes: 0, pictures: 0 };
  devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const isPicture = kinds.get(requestId) === "Image";
    found[isPicture ? "pictures" : "requests"] += 1;
    found[isPicture ? "pictureBytes" : "bytes"] += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "networkidle" });
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return { ...found, ...seen, blocked: blockedOf(seen) };
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Each kind of page in each look. */
export async function readerPages(timed, folder) {
  const site = await startSite(folder, {}, null);
  const token = await install(site.port);
  const paths = await timed("fill a site", () => fillPages(site.port, token));
  const browser = await chromium.launch({
    executablePath: fileURLToPath(new URL("../rig/chromium.sh", import.meta.url)),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const figures = [];
  for (const look of LOOKS) {
    await client(site.port, token)("PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    await timed(look, async () => {
      for (const [name, path] of Object.entries(paths)) {
        const address = `http://127.0.0.1:${site.port}${path}`;
        // The page is kept from here on, as for every reader but the first.
        await fetch(address);
        const visits = [];
        for (let n = 0; n < TIMES; n += 1) visits.push(await visit(browser, address));
        const of = (key) => middle(visits.map((each) => each[key]));
        figures.push({
          look,
          name,
          ...Object.fromEntries(
            ["lcp", "shift", "blocked", "bytes", "requests", "pictureBytes", "pictures"].map((key) => [key, of(key)]),
          ),
        });
      }
    });
  }
  await browser.close();
  await site.stop();
  return figures;
}

/** One line for each page. */
export const readerPageLines = (figures) =>
  figures.map(({ look, name, lcp, shift, blocked, bytes, requests, pictureBytes, pictures }) =>
    line(
      `${look}, ${name}`,
      `LCP ${Math.round(lcp)} ms, CLS ${shift.toFixed(3)}, TBT ${Math.round(blocked)} ms, ${(bytes / 1000).toFixed(1)} KB, ${requests} requests`,
      "≤ 1000 ms, 0, 0, ≤ 60 KB, ≤ 8",
      lcp <= most.lcp &&
        shift <= most.shift &&
        blocked <= most.blocked &&
        bytes <= most.bytes &&
        requests <= most.requests,
      `${pictures} pictures, ${(pictureBytes / 1000).toFixed(0)} KB`,
    ),
  );
