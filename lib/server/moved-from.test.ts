import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { posts } from "../../db/schema";
import { env } from "../core/env";
import { makeImportHere } from "../features/moving/imports/claiming";
import { undoImportHere } from "../features/moving/imports/mutations";
import { measure } from "../features/moving/imports/opening";
import { runImport } from "../features/moving/imports/running";
import type { ImportKind } from "../features/moving/records";
import { anAdmin, system } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { aPng } from "../testing/pictures";
import { freshDatabase, stored } from "../testing/setup";

const data = resolve("../shared/data");

/** A site on which nothing stands at any address. */
const nothing: Parameters<typeof openDesk>[0] = async ({ url = "/" }, res) => {
  const [path = "/"] = url.split("?");
  // As the framework does.
  if (path.length > 1 && path.endsWith("/")) res.writeHead(308, { location: path.slice(0, -1) });
  else res.writeHead(path === "/" ? 200 : 404, { "content-type": "text/html" });
  res.end(`<!doctype html><html lang="en"><head><title>x</title></head><body>x</body></html>`);
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  desk = await openDesk(nothing);
});
afterEach(() => desk.close());

/** Where an address leads; of a file here its name alone. */
async function at(path: string): Promise<string> {
  const { status, headers } = await desk.get(path.includes("%") ? path : encodeURI(path));
  const to = headers.location ?? "";
  const name = to.startsWith("/uploads/") ? `file ${to.slice(to.lastIndexOf("/") + 1)}` : decodeURI(to);
  return status === 301 ? name : String(status);
}

async function moveIn(kind: ImportKind, path: string, media?: string): Promise<number> {
  const choices = { path, ...(media !== undefined && { media }) };
  const { id } = await makeImportHere(system, { kind, sha256: (await measure(path)).sha256, choices });
  const report = await runImport(system, id);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  return id;
}

type Addresses = Record<string, string>;
const samples: [kind: ImportKind, file: string, media: string, addresses: Addresses][] = [
  [
    "wordpress",
    "wordpress/small-made.xml",
    "wordpress/uploads",
    {
      "/2020/05/first-light/": "/archives/first-light",
      "/2020/05/first-light": "/archives/first-light",
      "/?p=101": "/archives/first-light",
      "/2020/05/first-light/feed/": "/comments/posts/1/feed.xml",
      "/2020/07/%e4%bd%a0%e5%a5%bd/": "/archives/你好",
      "/2020/05/with-a-password/": "/archives/with-a-password",
      "/?page_id=114": "/about",
      "/about/team/": "/team",
      "/category/news/local/": "/categories/local",
      "/?cat=11": "/categories/local",
      "/tag/deep-sea/": "/tags/deep-sea",
      "/author/alice/": "/authors/alice",
      "/wp-content/uploads/2020/05/harbour.png": "file harbour.png",
      "/wp-content/uploads/2020/05/harbour-300x200.png": "file harbour.png",
      "/?attachment_id=130": "file harbour.png",
      "/2020/05/first-light/harbour/": "file harbour.png",
      "/feed/": "/feed.xml",
      "/2020/05/": "/archives/2020/5",
      "/wp-sitemap.xml": "/sitemap.xml",
      // Private, planned, a draft, in the bin.
      "/2020/05/only-for-me/": "404",
      "/?p=104": "200",
      "/2099/01/tomorrow/": "404",
      "/2020/05/pending/": "404",
      "/2020/05/thrown-away/": "404",
      "/2020/05/thrown-away__trashed/": "404",
      "/2020/05/never-was/": "404",
    },
  ],
  [
    "ghost",
    "ghost/ghost-6-made.json",
    "ghost/content",
    {
      "/a-tower/": "/archives/a-tower",
      "/tag/towns/": "/tags/towns",
      "/author/greta/": "/authors/greta",
      "/content/images/2024/03/tower.png": "file tower.png",
      "/content/images/size/w600/2024/03/tower.png": "file tower.png",
      "/content/images/size/w600/format/webp/2024/03/tower.png": "file tower.png",
      "/rss/": "/feed.xml",
      "/tag/towns/rss/": "/tags/towns/feed.xml",
      "/sitemap-posts.xml": "/sitemap.xml",
      "/for-members/": "404",
      "/a-draft/": "404",
      "/next-year/": "404",
      "/mailed-only/": "404",
      "/p/00000000-0000-4000-8000-000000000001/": "404",
    },
  ],
  [
    "halo",
    "halo/halo-1.6-made.json",
    "halo/upload",
    {
      "/2021/05/hello-halo.html": "/archives/hello-halo",
      "/2021/05/富文本.html": "/archives/富文本",
      "/s/about.html": "/about",
      "/categories/below.html": "/categories/below",
      "/tags/java.html": "/tags/java",
      "/tags/标签.html": "/tags/标签",
      "/upload/2021/05/lake.png": "file lake.png",
      "/atom.xml": "/feed.xml",
      // Behind a form at its address, of its own password or of that of its category.
      "/2021/05/private-with-a-word.html": "/archives/private-with-a-word",
      "/2021/05/in-a-locked-category.html": "/archives/in-a-locked-category",
      "/2021/05/a-draft.html": "404",
      "/2021/05/in-the-bin.html": "404",
    },
  ],
];

describe.skipIf(!existsSync(data))("the old addresses of", () => {
  it.each(samples)("%s lead to what is here now, with one redirect", async (kind, file, media, addresses) => {
    const id = await moveIn(kind, resolve(data, file), resolve(data, media));
    const led: Addresses = {};
    for (const path of Object.keys(addresses)) led[path] = await at(path);
    expect(led).toEqual(addresses);
    // And nowhere any more once it was taken back.
    await undoImportHere(system, { importId: id });
    await runImport(system, id);
    for (const path of Object.keys(addresses))
      expect([path, /^(?:404|200|\/feed\.xml)$/.test(await at(path))]).toEqual([path, true]);
  });
});

it("files of a folder of Markdown lead on where its texts name their addresses, and those beside a text nowhere", async () => {
  const folder = mkdtempSync(join(env.dataDir, "hugo-"));
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("hugo.toml", 'baseURL = "https://old.example/"\n');
  write("static/images/tower.png", await aPng(8, 8));
  write("content/posts/one/beside.png", await aPng(9, 9));
  write(
    "content/posts/one/index.md",
    '---\ntitle: One\ndate: 2020-01-01\naliases: ["/former/one/"]\n---\n\n![](/images/tower.png)\n![](beside.png)\n',
  );
  const id = await moveIn("markdown", folder);
  const [{ content = "" } = {}] = (await stored().select().from(posts)) as { content?: string }[];
  expect(content.match(/\/uploads\//g)?.length).toBeGreaterThanOrEqual(2);
  expect(await at("/images/tower.png")).toBe("file tower.png");
  expect(await at("/former/one/")).toBe("/archives/one");
  expect(await at("/content/posts/one/beside.png")).toBe("404");
  await undoImportHere(system, { importId: id });
  await runImport(system, id);
  expect(await at("/images/tower.png")).toBe("404");
});
