import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "../db/sqlite-driver.mjs";
import { type Api } from "./rig/api";
import { newFolder } from "./rig/folders";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { leniency } from "./rig/leniency";
import { root } from "./rig/server";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

const data = join(root, "..", "shared", "data");
const here = existsSync(data);

test.describe.configure({ mode: "serial" });
// Many posts show pictures on other hosts, or pictures that are missing.
test.use({ texts: "found" });
test.beforeEach(() => test.skip(!here, "The real input is not here (../shared/data)."));

type Report = {
  kinds: { post?: Record<"imported" | "updated" | "unchanged" | "skipped" | "failed", number> };
  records: { kind: string; source: string; outcome: string; url: string | null }[];
};
type Item = {
  id: number;
  title: string;
  slug: string;
  url: string;
  createTime: string;
  categories: { name: string; url: string }[];
};

const server = siteServer({ WARM_UP: "on" });
let ada: Api;
let items: Item[] = [];
const filesIn = (folder: string) => readdirSync(join(data, folder)).sort();

async function importFrom(folder: string): Promise<Report> {
  const { code, stdout, stderr } = await server.cms("import", "markdown", folder, "--json");
  expect(code, stdout + stderr).toBe(0);
  return JSON.parse(stdout) as Report;
}

async function everyPost(): Promise<Item[]> {
  const pages = await Promise.all(
    [1, 2].map((page) => ada.get<Item[]>(`/content/posts?size=100&sort=createTime,desc&page=${page}`)),
  );
  return pages.flat();
}

test.beforeAll(async () => {
  if (!here) return;
  await server.start();
  ada = owner(server);
});
test.afterAll(() => server.end());

test("two folders are imported beside the running server, and every file is a post at once", async () => {
  for (const path of ["/", "/feed.xml", "/sitemap.xml", "/categories"]) await ask(server, path);
  const [en, zh] = [await importFrom(join(data, "posts-en")), await importFrom(join(data, "pages-zh"))];
  expect(en.kinds.post).toMatchObject({ imported: filesIn("posts-en").length, updated: 0, skipped: 0, failed: 0 });
  expect(zh.kinds.post).toMatchObject({ imported: filesIn("pages-zh").length, updated: 0, skipped: 0, failed: 0 });
  const total = filesIn("posts-en").length + filesIn("pages-zh").length;
  await expect
    .poll(async () => (await ask(server, "/api/content/posts?size=1")).headers["x-total-count"])
    .toBe(String(total));
  items = await everyPost();
  expect(new Set(items.map(({ url }) => url)).size).toBe(total);
  expect(items.map(({ url }) => url).sort()).toEqual(
    [...en.records, ...zh.records].flatMap(({ kind, url }) => (kind === "post" && url !== null ? [url] : [])).sort(),
  );
});

test("dates and categories are those of the files", async () => {
  for (const file of filesIn("posts-en")) {
    const source = readFileSync(join(data, "posts-en", file), "utf8");
    const [, day, name] = /^(\d{4}-\d\d-\d\d)-(.*)\.\w+$/.exec(file) ?? [];
    const item = items.find(({ slug }) => slug === name?.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
    expect(item, file).toBeDefined();
    const said = /^date: "?(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)"?$/m.exec(source);
    if (said) expect(item?.createTime, file).toBe(new Date(`${said[1]}T${said[2]}${said[3]}:${said[4]}`).toISOString());
    else expect(item?.createTime.slice(0, 10), file).toBe(day);
    const [, categories] = /^categor(?:y|ies): (.*)$/m.exec(source) ?? [];
    expect(item?.categories.map((category) => category.name).sort(), file).toEqual(
      (categories?.match(/[\w-]+/g) ?? []).sort(),
    );
  }
});

test("Chinese titles and addresses work in the browser", async ({ reader }) => {
  const chinese = items.filter(({ title }) => /\p{Script=Han}/u.test(title));
  expect(chinese.length).toBeGreaterThan(20);
  const [first] = chinese;
  await reader.goto(server.url(first?.url ?? ""));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(first?.title ?? "");
  const named = await ada.post({ title: "中文标题与地址", originalContent: "正文。" });
  expect(decodeURIComponent(named.url)).toBe("/archives/中文标题与地址");
  await reader.goto(server.url("/archives/中文标题与地址"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("中文标题与地址");
  await ada.must(204, "DELETE", `/admin/posts/${named.id}?permanent=true`);
});

test("every page of the list leads to every post", async ({ reader }) => {
  const seen = new Set<string>();
  await reader.goto(server.url("/"));
  for (let page = 1; ; page += 1) {
    for (const href of await reader
      .locator("main h2 a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).getAttribute("href") ?? "")))
      seen.add(href);
    const older = reader.getByRole("link", { name: "Older" });
    if ((await older.count()) === 0) break;
    expect(page, "an end of the pages").toBeLessThan(30);
    await older.click();
    await expect(reader).toHaveURL(server.url(`/page/${page + 1}`));
  }
  expect([...seen].sort()).toEqual(items.map(({ url }) => url).sort());
});

test("every post reads well in the browser, without a word of complaint", async ({ open, accessible }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  for (const [index, { url, title }] of items.entries()) {
    const reply = await page.goto(server.url(url), { waitUntil: "domcontentloaded" });
    expect(reply?.status(), url).toBe(200);
    await expect(page.getByRole("heading", { level: 1 }), url).toHaveText(title);
    // Pictures of other hosts may never arrive; the style must have.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet !== null),
    );
    expect(await overflowing(page), url).toEqual([]);
    if (index % 8 === 0) await accessible(page, index % 16 === 0 ? "light" : "dark");
  }
});

test("feed and site map hold what they must, as XML", async ({ open }) => {
  const page = await open();
  await page.goto(server.url("/"));
  const parse = (source: string, name: string) =>
    page.evaluate(
      ([xml, tag]) => {
        const document = new DOMParser().parseFromString(xml ?? "", "text/xml");
        return {
          error: document.querySelector("parsererror")?.textContent,
          texts: [...document.getElementsByTagName(tag ?? "")].map((element) => element.textContent),
        };
      },
      [source, name],
    );
  const feed = await parse((await ask(server, "/feed.xml")).text, "item");
  expect(feed.error).toBeUndefined();
  expect(feed.texts).toHaveLength(20);
  expect(feed.texts.map((text, i) => text.includes(items[i]?.title ?? "?"))).toEqual(
    Array.from({ length: 20 }, () => true),
  );
  const map = await parse((await ask(server, "/sitemap.xml")).text, "loc");
  expect(map.error).toBeUndefined();
  expect(map.texts).toEqual(expect.arrayContaining(items.map(({ url }) => server.url(url))));
});

test("importing again changes nothing", async () => {
  const before = await everyPost();
  const etags = async () =>
    Promise.all(["/", "/feed.xml", items[0]?.url ?? ""].map(async (path) => (await ask(server, path)).headers.etag));
  const seen = await etags();
  for (const folder of ["posts-en", "pages-zh"])
    expect((await importFrom(join(data, folder))).kinds.post).toMatchObject({
      imported: 0,
      updated: 0,
      failed: 0,
      unchanged: filesIn(folder).length,
    });
  expect(await everyPost()).toEqual(before);
  expect(await etags()).toEqual(seen);
});

test("a new file is on the live site within 200 ms of the commit of its import", async () => {
  const db = new Sqlite(join(server.dataDir, "broadsheet.db"), { readonly: true });
  const committed = db.prepare("SELECT 1 FROM posts WHERE slug = ?");
  const took: number[] = [];
  // The best of a few, since other programs may slow down any one of them.
  for (const slug of [
    "fresh-from-the-press",
    "still-warm",
    "ink-not-dry",
    "smelling-of-lead",
    "damp-at-the-fold",
    "hardly-cut",
  ]) {
    if (took.some((milliseconds) => milliseconds < 200 * leniency)) break;
    const folder = newFolder("import");
    writeFileSync(join(folder, `${slug}.md`), `---\ntitle: Extra, ${slug}\n---\nStill warm.\n`);
    expect((await ask(server, `/archives/${slug}`)).status).toBe(404);
    const importing = importFrom(folder);
    await expect.poll(() => committed.get(slug) !== undefined, { intervals: [5] }).toBe(true);
    const begun = Date.now();
    await expect.poll(async () => (await ask(server, `/archives/${slug}`)).status, { intervals: [5] }).toBe(200);
    took.push(Date.now() - begun);
    expect((await ask(server, "/")).text).toContain(`Extra, ${slug}`);
    expect((await importing).kinds.post).toMatchObject({ imported: 1, failed: 0 });
  }
  db.close();
  test.info().annotations.push({ type: "milliseconds from commit to page", description: took.join(", ") });
  expect(Math.min(...took)).toBeLessThan(200 * leniency);
});
