import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeImportHere } from "../../features/moving/imports/claiming";
import { undoImportHere } from "../../features/moving/imports/mutations";
import { measure } from "../../features/moving/imports/opening";
import { runImport } from "../../features/moving/imports/running";
import { createRedirect } from "../../features/redirects/mutations";
import { listMissedAddresses } from "../../features/redirects/queries";
import { flushTraces } from "../../features/redirects/traces";
import { setPostStatus } from "../../features/writing/posts/mutations";
import { anAdmin, system } from "../../testing/actors";
import { openDesk } from "../../testing/desk";
import { aForeignCategory, aForeignUser, aSource, aSourceFile, aText } from "../../testing/foreign-source";
import { aJpeg } from "../../testing/pictures";
import { freshDatabase } from "../../testing/setup";

let desk: Awaited<ReturnType<typeof openDesk>>;

/**
 * Pages as a site has them: a front page and one of links, posts that are found below any month, and nothing anywhere
 * else. Like the framework, it leads from an address with a slash at its end to the one without it.
 */
async function pages({ url = "/" }: { url?: string }, res: ServerResponse): Promise<void> {
  const [path = "/"] = url.split("?");
  const isFront = path === "/" || path === "/links";
  const elsewhere =
    path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : /^\/(?:2019\/05\/text-1|login)$/.test(path) && "/other";
  if (elsewhere) {
    res.writeHead(path.endsWith("/") ? 308 : 307, { location: elsewhere, "content-type": "text/html" });
    return void res.end();
  }
  res.writeHead(isFront ? 200 : 404, { "content-type": "text/html" });
  res.end(
    `<!doctype html><html lang="en"><head><title>x</title></head><body>${isFront ? "front" : "nothing"}</body></html>`,
  );
}

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  desk = await openDesk(pages);
});
afterEach(() => desk.close());

async function takeIn(): Promise<number> {
  const path = aSourceFile("an old site");
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(system, { kind: "wordpress", sha256, choices: { path } });
  const records = [
    aForeignCategory("News", { oldAddresses: ["/category/news/", "/?cat=3"] }),
    aForeignUser("alice", { oldAddresses: ["/author/alice"] }),
    aForeignUser("bob", { oldAddresses: ["/author/bob"] }),
    aText("1", { author: "alice", oldAddresses: ["/2019/05/港口/", "/2019/05/text-1/", "/links/", "/login", "/?p=1"] }),
    aText("2", { oldAddresses: ["/2019/05/hidden/", "/?p=2"], status: "DRAFT", slug: "secret" }),
    aText("3", { oldAddresses: ["/?page_id=3"], kind: "sheet", slug: "about" }),
  ];
  await runImport(system, id, { open: async () => aSource(records) });
  return id;
}

const at = async (path: string): Promise<string> => {
  const { status, headers } = await desk.get(path);
  return `${status} ${headers.location ?? ""}`.trim();
};

it("leads from addresses of an old site to what was made of them", async () => {
  // Kept as missing, before there is anything.
  expect(await at("/2019/05/%E6%B8%AF%E5%8F%A3/")).toBe("404");
  await takeIn();
  for (const path of ["/2019/05/%E6%B8%AF%E5%8F%A3/", "/2019/05/%e6%b8%af%e5%8f%a3", "/?p=1", "/?p=1&utm_source=x"])
    expect([path, await at(path)]).toEqual([path, "301 /archives/text-1"]);
  expect(await at("/?page_id=3")).toBe("301 /about");
  // Another post that is found below that month for now.
  for (const path of ["/2019/05/text-1", "/2019/05/text-1/"])
    expect([path, await at(path)]).toEqual([path, "301 /archives/text-1"]);
  for (const path of ["/2019/05/", "/2019/05", "/?m=201905"])
    expect([path, await at(path)]).toEqual([path, "301 /archives/2019/5"]);
  expect([await at("/2019/06"), await at("/?m=201906")]).toEqual(["404", "200"]);
  const authors = ["/author/alice/", "/author/alice/feed/", "/author/bob/"];
  expect(await Promise.all(authors.map(at))).toEqual(["301 /authors/alice", "301 /authors/alice/feed.xml", "301 /"]);
  expect(await at("/login")).toBe("307 /other");
  expect([await at("/links"), await at("/links/?x=1")]).toEqual(["200", "308 /links?x=1"]);
  expect([await at("/category/news"), await at("/?cat=3")]).toEqual(["301 /categories/news", "301 /categories/news"]);
});

it("leads from a smaller version of a picture to the picture", async () => {
  const path = aSourceFile("an old site");
  const { id } = await makeImportHere(system, { kind: "wordpress", sha256: "0".repeat(64), choices: { path } });
  const picture = await aJpeg();
  const open = async () => Readable.from([picture]);
  const media = {
    find: async (address: string) =>
      address.endsWith("/harbour.jpg") ? { name: "harbour.jpg", size: picture.length, open } : null,
    close: async () => undefined,
  };
  const address = "/wp-content/uploads/2019/05/harbour.jpg";
  const words = { name: "Harbour", altText: "", caption: "", team: "", createTime: null, warnings: [] };
  const record = { kind: "attachment" as const, source: "9", address, oldAddresses: [address], ...words };
  await runImport(system, id, { open: async () => aSource([record], { media }) });
  expect(await at(address)).toMatch(/^301 \/uploads\/.*\.jpg/);
  for (const mark of ["-300x200", "-scaled"])
    expect(await at(address.replace(".jpg", `${mark}.jpg`))).toBe(await at(address));
  expect(await at(address.replace(".jpg", "-2.jpg"))).toBe("404");
});

it("tells nothing of what its visitor may not see, and leaves pages alone", async () => {
  await takeIn();
  expect([await at("/2019/05/hidden"), await at("/?p=2")]).toEqual(["404", "200"]);
  expect([await at("/"), await at("/?p=99"), await at("/nowhere")]).toEqual(["200", "200", "404"]);
  await setPostStatus(system, { postId: 2, status: "PUBLISHED" });
  expect(await at("/2019/05/hidden")).toBe("301 /archives/secret");
});

it("leads to a text that is in no list only whoever knows its slug", async () => {
  const path = aSourceFile("an old site");
  const { id } = await makeImportHere(system, { kind: "wordpress", sha256: "0".repeat(64), choices: { path } });
  const hidden = { status: "INTIMATE", password: "open sesame", slug: "hidden-room" } as const;
  const oldAddresses = ["/?p=7", "/archives/7", "/2019/05/hidden-room.html"];
  await runImport(system, id, { open: async () => aSource([aText("7", { ...hidden, oldAddresses })]) });
  expect([await at("/?p=7"), await at("/archives/7")]).toEqual(["200", "404"]);
  expect(await at("/2019/05/hidden-room.html")).toBe("301 /archives/hidden-room");
});

it("leads readers of an old site's feed, and its sitemaps, to the ones here, once a site has moved in", async () => {
  const feeds = ["/feed/rss2/", "/feed", "/feed/", "/rss", "/rss/", "/rss.xml", "/index.xml"];
  const maps = ["/sitemap_index.xml", "/wp-sitemap.xml", "/wp-sitemap-posts-post-1.xml", "/post-sitemap2.xml"];
  const [first = ""] = feeds;
  expect(await at(first)).toBe("404");
  const importId = await takeIn();
  for (const path of feeds) expect([path, await at(path)]).toEqual([path, "301 /feed.xml"]);
  for (const path of [...maps, "/sitemap-posts.xml"])
    expect([path, await at(path)]).toEqual([path, "301 /sitemap.xml"]);
  const below = { "/comments/feed/": "/comments/feed.xml", "/category/news/feed/": "/categories/news/feed.xml" };
  for (const [path, feed] of Object.entries(below)) expect([path, await at(path)]).toEqual([path, `301 ${feed}`]);
  expect(await at("/2019/05/%E6%B8%AF%E5%8F%A3/feed/")).toBe("301 /comments/posts/1/feed.xml");
  for (const path of ["/feed/other", "/my-sitemap.html", "/2019/05/hidden/feed", "/nowhere/feed"])
    expect([path, await at(path)]).toEqual([path, "404"]);
  await undoImportHere(system, { importId });
  await runImport(system, importId);
  expect(await at(first)).toBe("404");
});

it("leads people who type an address for the feed to it, on every site", async () => {
  for (const path of ["/feed", "/feed/", "/rss", "/rss/"])
    expect([path, await at(path)]).toEqual([path, "301 /feed.xml"]);
});

it("leads where the owner says from where nothing stands, and notes what people do not find", async () => {
  const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const missed = async () => {
    await flushTraces();
    return (await listMissedAddresses(system, {})).items.map(({ path, hits }) => [path, hits]);
  };
  for (const path of ["/lost/here?token=secret", "/lost/here/"])
    expect((await desk.get(path, browser)).status).toBe(404);
  await desk.get("/lost/by-a-program", { "user-agent": "Googlebot/2.1" });
  expect(await missed()).toEqual([["/lost/here", 2]]);
  await createRedirect(system, { source: "/lost", target: "/", below: false });
  await createRedirect(system, { source: "/lost/here", target: "/found", status: 308 });
  await createRedirect(system, { source: "/gone", status: 410 });
  expect([await at("/lost"), await at("/lost/here?x=1"), await at("/"), await missed()]).toEqual([
    "301 /",
    "308 /found",
    "200",
    [],
  ]);
  const gone = await desk.get("/gone");
  expect([gone.status, String(gone.body)]).toEqual([410, String((await desk.get("/nowhere")).body)]);
});

it("leads from a site that stood below a path", async () => {
  const path = aSourceFile("an old site");
  const { id } = await makeImportHere(system, { kind: "wordpress", sha256: "0".repeat(64), choices: { path } });
  const records = [
    aForeignCategory("News", { oldAddresses: ["/blog/category/news", "/blog/?cat=3"] }),
    aText("1", { oldAddresses: ["/blog/2019/05/text-1/", "/blog/?p=1"] }),
    aText("2", { oldAddresses: ["/blog/2019/05/text-2/", "/blog/?p=2"] }),
  ];
  await runImport(system, id, { open: async () => aSource(records, { site: "https://old.example/blog" }) });
  const led = {
    "/blog/2019/05/text-2/": "/archives/text-2",
    "/blog/2019/05/text-2/?utm_source=x": "/archives/text-2",
    "/blog/?p=1": "/archives/text-1",
    "/blog?p=2": "/archives/text-2",
    "/blog/?cat=3": "/categories/news",
    "/blog/?p=1&utm_source=x": "/archives/text-1",
    "/blog/category/news/feed/": "/categories/news/feed.xml",
    "/blog/": "/",
    "/blog": "/",
    "/blog/feed/": "/feed.xml",
    "/blog/2019/05/": "/archives/2019/5",
    "/blog/wp-sitemap.xml": "/sitemap.xml",
  };
  for (const [old, here] of Object.entries(led)) expect([old, await at(old)]).toEqual([old, `301 ${here}`]);
  for (const old of ["/blog/nowhere", "/blog/?p=9", "/blogs", "/blog/2019/06"])
    expect([old, await at(old)]).toEqual([old, "404"]);
});
