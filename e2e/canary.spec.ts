import { type Api } from "./rig/api";
import { crawl } from "./rig/crawl";
import { ask, type Reply } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite({ TRUST_PROXY: "1", WARM_UP: "on" });
let ada: Api;

/** Each secret is another word, so that a leak shows its source. */
const secrets = new Map<string, string>();
const secret = (where: string): string => {
  const word = `canary${String(secrets.size).padStart(3, "0")}${where.replace(/[^a-z]/gi, "")}`;
  secrets.set(word.toLowerCase(), where);
  return word;
};
const found = (text: string): string[] =>
  [...secrets].filter(([word]) => text.toLowerCase().includes(word)).map(([, where]) => where);

type Kind =
  | "draft"
  | "intimate"
  | "intimate with password"
  | "protected"
  | "in a protected category"
  | "below a protected category"
  | "scheduled"
  | "recycled"
  | "unpublished again";
const ids: { of: "posts" | "sheets"; kind: string; id: number; slug: string }[] = [];
const journals: number[] = [];
/** The address for readers. */
const address = (of: "posts" | "sheets", slug: string) => (of === "posts" ? `/archives/${slug}` : `/${slug}`);
const numbers = { category: 0, child: 0, hidden: 0, tag: 0 };

/**
 * A post or sheet of this kind, with a secret in everything that must stay hidden. Title, date, address, categories and
 * tags of a protected one may be shown.
 */
async function plant(kind: Kind, fields: Record<string, unknown>, of: "posts" | "sheets" = "posts"): Promise<void> {
  const titled = ["protected", "in a protected category", "below a protected category"].includes(kind);
  const s = (what: string) => secret(`${of === "sheets" ? "sheet, " : ""}${kind}: ${what}`);
  const make = of === "posts" ? ada.post : ada.sheet;
  const post = await make({
    title: titled ? `Open title ${ids.length}` : s("title"),
    ...(!titled && { slug: s("slug").toLowerCase() }),
    originalContent: `# ${s("heading")}\n\nText with ${s("text")}.\n\n![${s("alt")}](/demo/${s("picture")}.svg)\n\n\`\`\`js\n${s("code")}\n\`\`\``,
    summary: s("summary"),
    thumbnail: `/demo/${s("cover")}.svg`,
    metaDescription: s("description"),
    metaKeywords: s("keywords"),
    metas: [{ key: s("meta key"), value: s("meta value") }],
    template: s("template"),
    ...fields,
  });
  ids.push({ of, kind, id: post.id, slug: post.slug });
}

test.beforeAll(async () => {
  ada = owner(server);
  const category = await ada.category({
    name: "Locked room",
    slug: "locked-room",
    password: secret("category: password"),
  });
  const child = await ada.category({ name: "Cupboard", slug: "cupboard", parentId: category.id });
  const hidden = await ada.category({ name: "Open room", slug: "open-room" });
  const tag = await ada.tag({ name: "common", slug: "common" });
  Object.assign(numbers, { category: category.id, child: child.id, hidden: hidden.id, tag: tag.id });
  const [categoryIds, tagIds] = [[hidden.id], [tag.id]];

  await plant("draft", { status: "DRAFT", categoryIds, tagIds });
  await plant("intimate", { status: "INTIMATE", categoryIds, tagIds });
  await plant("intimate with password", {
    status: "INTIMATE",
    password: secret("intimate: password"),
    categoryIds,
    tagIds,
  });
  await plant("protected", { password: secret("protected: password"), categoryIds, tagIds });
  await plant("in a protected category", { categoryIds: [category.id], tagIds });
  await plant("below a protected category", { categoryIds: [child.id, hidden.id], tagIds });
  await plant("scheduled", { createTime: "2999-01-01T00:00:00Z", categoryIds, tagIds });
  await plant("recycled", { categoryIds, tagIds });
  await ada.status(ids.at(-1)?.id ?? 0, "RECYCLE");
  await plant("unpublished again", { categoryIds, tagIds });
  await ada.status(ids.at(-1)?.id ?? 0, "DRAFT");

  const live = await ada.post({ title: "Live and well", originalContent: "Seen by all. decoy", categoryIds, tagIds });
  await ada.text(live.id, { originalContent: secret("working text, by content") });
  await ada.change(
    live.id,
    {
      title: secret("working title, by autosave"),
      summary: secret("working summary, by autosave"),
      originalContent: secret("working text, by autosave"),
    },
    "?autoSave=true",
  );
  ids.push({ of: "posts", kind: "live", id: live.id, slug: live.slug });
  const revised = await ada.post({ title: "Revised", originalContent: secret("replaced text") });
  await ada.change(revised.id, { originalContent: "The new text." });
  ids.push({ of: "posts", kind: "revised", id: revised.id, slug: revised.slug });

  await plant("draft", { status: "DRAFT" }, "sheets");
  await plant("intimate", { status: "INTIMATE" }, "sheets");
  await plant(
    "intimate with password",
    { status: "INTIMATE", password: secret("sheet, intimate: password") },
    "sheets",
  );
  await plant("protected", { password: secret("sheet, protected: password") }, "sheets");
  await plant("scheduled", { createTime: "2999-01-01T00:00:00Z" }, "sheets");
  await plant("recycled", {}, "sheets");
  await ada.must(200, "PUT", `/admin/sheets/${ids.at(-1)?.id}/status/RECYCLE`);
  await plant("unpublished again", {}, "sheets");
  await ada.must(200, "PUT", `/admin/sheets/${ids.at(-1)?.id}/status/DRAFT`);
  const page = await ada.sheet({ title: "About", slug: "about", originalContent: "Seen by all. decoy" });
  await ada.must(200, "PUT", `/admin/sheets/${page.id}/content`, {
    originalContent: secret("working text of a sheet, by content"),
  });
  ids.push({ of: "sheets", kind: "live", id: page.id, slug: page.slug });

  await ada.journal({ sourceContent: "An open note. decoy" });
  const intimate = { sourceContent: secret("intimate journal: text"), type: "INTIMATE" };
  const open = await ada.journal({ sourceContent: secret("journal made intimate: text") });
  await ada.must(200, "PUT", `/admin/journals/${open.id}`, {
    sourceContent: secret("journal made intimate: new text"),
    type: "INTIMATE",
  });
  journals.push(
    (await ada.journal(intimate)).id,
    (await ada.journal({ ...intimate, keepRaw: true, content: `<p>${secret("intimate journal: raw text")}</p>` })).id,
    open.id,
  );
});

/** Checks a whole answer: headers, and the unpacked body. */
function expectNothing(reply: Reply, of: string, besides: RegExp = /^$/): void {
  const leaks = found(`${JSON.stringify(reply.headers)}\n${reply.text}`).filter((where) => !besides.test(where));
  expect(leaks, of).toEqual([]);
}

test("the secrets are really there, for the owner", async () => {
  const whole = await Promise.all(
    [...ids.map(({ of, id }) => `/admin/${of}/${id}`), ...journals.map((id) => `/admin/journals/${id}`)].map((path) =>
      ada.call("GET", path),
    ),
  );
  const told = new Set(
    found(whole.map(({ text }) => text).join("\n") + (await ada.call("GET", "/admin/categories")).text),
  );
  // The working title and summary of a live post are shown by design; the rest is not.
  for (const where of secrets.values())
    if (!/^working title|^working summary|^working text, by content|^replaced|^journal made intimate: text/.test(where))
      expect(told, where).toContain(where);
});

test("no page, feed or map that can be reached tells any", async () => {
  const pages = await crawl(server, [
    "/",
    "/feed.xml",
    "/sitemap.xml",
    "/robots.txt",
    "/llms.txt",
    "/opensearch.xml",
    ...["", "/categories/locked-room", "/categories/open-room", "/tags/common", "/journals", "/comments"].flatMap(
      (at) => ["feed.xml", "atom.xml", "feed.json"].map((name) => `${at}/${name}`),
    ),
    "/categories",
    "/tags",
    "/archives",
    "/journals",
    "/links",
    "/page/2",
    "/nowhere",
    "/feeds/mail",
    "/setup",
    "/api/content/posts",
    "/api/content/sheets",
    "/api/content/journals",
    "/api/content/archives",
    "/api/content/menus",
    "/api/content/statistics",
    "/api/openapi.json",
    "/api/health",
  ]);
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/archives/live-and-well",
      "/about",
      "/journals/1",
      "/categories/locked-room",
      "/categories/cupboard",
      "/tags/common",
    ]),
  );
  expect(
    pages.filter(({ reply }) => reply.text.includes("decoy")).length,
    "pages that were really read",
  ).toBeGreaterThan(1);
  for (const { path, reply } of pages) expectNothing(reply, path);
});

test("no address that somebody may know tells any", async () => {
  for (const { of, kind, id, slug } of ids)
    for (const path of [
      address(of, slug),
      `${address(of, slug)}.md`,
      ...(of === "posts" ? [`/comments/posts/${id}/feed.xml`] : []),
      `/api/content/${of}/${id}`,
      `/api/content/${of}/slug/${slug}`,
      ...(of === "posts" ? [`/api/content/posts/${id}/neighbours`] : []),
      `/api/content/${of}/${id}?fields=content`,
      `/api/admin/${of}/${id}`,
    ]) {
      const reply = await ask(server, path);
      // The sender knows the address, and the unlock form repeats it.
      expectNothing(reply, `${kind}: ${path}`, /^(sheet, )?intimate with password: slug$/);
      if (!["live", "revised"].includes(kind) && path.startsWith("/api/content") && !path.endsWith("neighbours"))
        expect([401, 404], `${kind}: ${path}`).toContain(reply.status);
      const missing = ["draft", "intimate", "scheduled", "recycled", "unpublished again"].includes(kind);
      if (missing && path === address(of, slug))
        expect(reply.text, `${kind} looks like nothing`).toBe((await ask(server, address(of, "nothing-at-all"))).text);
    }
  for (const { of, kind, id } of ids) {
    const path = `/cards/${of === "posts" ? "post" : "sheet"}-${id}-${"0".repeat(12)}.png`;
    const reply = await ask(server, path);
    expectNothing(reply, `${kind}: ${path}`);
    // Even whether there is a picture depends on what everybody may read.
    expect(reply.status, `${kind}: ${path}`).toBe(["live", "revised"].includes(kind) ? 307 : 404);
  }
  for (const id of journals)
    for (const path of [`/journals/${id}`, `/api/content/journals/${id}`, `/api/admin/journals/${id}`]) {
      const reply = await ask(server, path);
      expectNothing(reply, path);
      expect([401, 404], path).toContain(reply.status);
    }
  expect((await ask(server, `/journals/${journals[0]}`)).text).toBe((await ask(server, "/journals/999999")).text);
});

test("no list of the API tells any, however it is asked for", async () => {
  const lists = [
    "/posts",
    "/categories/open-room/posts",
    "/categories/locked-room/posts",
    "/categories/cupboard/posts",
    "/tags/common/posts",
  ];
  const sorts = [
    "",
    "sort=createTime,asc",
    "sort=createTime,desc",
    "sort=topPriority",
    "sort=visits,desc",
    "sort=likes,asc",
    "sort=likes&sort=createTime,desc",
  ];
  const filters = [
    "",
    "fields=content",
    "fields=content&size=100",
    "size=1&page=3&fields=content",
    "category=locked-room&fields=content",
    "tag=common&fields=content",
    "year=2999",
    `year=${new Date().getUTCFullYear()}&month=${new Date().getUTCMonth() + 1}&fields=content`,
    "keyword=open&fields=content",
    "keyword=%25&fields=content",
    "status=DRAFT",
    "status=DRAFT&fields=content&author=1",
  ];
  // Searches are limited by network.
  let networks = 0;
  const fromAnywhere = () => ({ "x-forwarded-for": `10.1.0.${(networks += 1) % 250}` });
  for (const list of lists)
    for (const sort of sorts)
      for (const filter of filters)
        expectNothing(
          await ask(server, `/api/content${list}?${[sort, filter].filter(Boolean).join("&")}`, {
            headers: fromAnywhere(),
          }),
          `${list} ${sort} ${filter}`,
        );
  for (const list of ["/sheets", "/journals"])
    for (const filter of [...filters, "type=INTIMATE", "sort=createTime,asc", "size=100&sort=createTime,desc"])
      expectNothing(await ask(server, `/api/content${list}?${filter}`), `${list} ${filter}`);
  for (const path of [
    "/archives",
    "/statistics",
    "/menus",
    "/links",
    "/categories",
    "/categories?page=1&size=1",
    "/tags",
    "/tags?page=1",
  ])
    expectNothing(await ask(server, `/api/content${path}`), path);
});

test("no search for a secret finds anything, and no count betrays it", async () => {
  for (const [i, word] of [...secrets.keys()].entries()) {
    // Each from another network, since searches are limited by network.
    const headers = { "x-forwarded-for": `10.0.0.${i + 1}` };
    for (const list of ["posts", "posts/search", "sheets", "journals"]) {
      const reply = await ask(
        server,
        `/api/content/${list}?keyword=${word.slice(0, 14)}${list === "journals" ? "" : "&fields=content"}`,
        { headers },
      );
      expect([reply.text, reply.headers["x-total-count"]], `${list}: ${secrets.get(word)}`).toEqual(["[]", "0"]);
    }
  }
  // A match by title shows nothing more.
  for (const path of [
    "/api/content/posts/search?keyword=open",
    "/search?keyword=open",
    "/search?keyword=title",
    "/search?keyword=canary",
  ])
    expectNothing(await ask(server, path), path);
  expect((await ask(server, "/api/content/posts/search?keyword=open")).headers["x-total-count"]).toBe("3");
  // Visible: protected ones by title, the live one and the revised one.
  const listed = JSON.parse((await ask(server, "/api/content/posts")).text) as { title: string; createTime: string }[];
  expect(listed.map(({ title }) => title).sort()).toEqual([
    "Live and well",
    "Open title 3",
    "Open title 4",
    "Open title 5",
    "Revised",
  ]);
  const counts = async (path: string) =>
    Object.fromEntries(
      (JSON.parse((await ask(server, path)).text) as { slug: string; postCount: number }[]).map(
        ({ slug, postCount }) => [slug, postCount],
      ),
    );
  expect(await counts("/api/content/categories")).toEqual({ "locked-room": 2, cupboard: 1, "open-room": 3 });
  expect(await counts("/api/content/tags")).toEqual({ common: 4 });
  const sheets = JSON.parse((await ask(server, "/api/content/sheets")).text) as { title: string }[];
  expect(sheets.map(({ title }) => title).sort()).toEqual(["About", expect.stringMatching(/^Open title/)]);
  expect((await ask(server, "/api/content/journals")).headers["x-total-count"]).toBe("1");
  expect(JSON.parse((await ask(server, "/api/content/statistics")).text)).toMatchObject({
    posts: 5,
    sheets: 2,
    journals: 1,
  });
  const archives = JSON.parse((await ask(server, "/api/content/archives")).text) as {
    year: number;
    postCount: number;
  }[];
  const years = listed.map(({ createTime }) => new Date(createTime).getUTCFullYear());
  expect(archives.map(({ year, postCount }) => [year, postCount])).toEqual(
    [...new Set(years)].map((year) => [year, years.filter((each) => each === year).length]),
  );
});

test("nothing but the page comes of asking as the framework does, in any packing, or for the head alone", async () => {
  const paths = [
    "/",
    "/feed.xml",
    "/sitemap.xml",
    "/categories/locked-room",
    "/categories/open-room",
    "/tags/common",
    "/archives",
    "/journals",
    "/links",
    ...journals.map((id) => `/journals/${id}`),
    ...ids.map(({ of, slug }) => address(of, slug)),
  ];
  const framework = [
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    { rsc: "1", "next-router-state-tree": "%5B%22%22%5D" },
    { "next-action": "0".repeat(42) },
    { "x-nextjs-data": "1" },
    { purpose: "prefetch" },
  ];
  for (const path of paths) {
    for (const headers of framework)
      for (const query of ["", "?_rsc=abc12"]) {
        const reply = await ask(server, path + query, { headers: { ...headers } });
        expectNothing(reply, `${path}${query} ${JSON.stringify(headers)}`, /^(sheet, )?intimate with password: slug$/);
        expect(reply.headers["content-type"] ?? "", path).not.toContain("x-component");
      }
    for (const encoding of ["br", "gzip", "deflate, gzip;q=0.5", "*"])
      expectNothing(
        await ask(server, path, { headers: { "accept-encoding": encoding } }),
        `${path} ${encoding}`,
        /^(sheet, )?intimate with password: slug$/,
      );
    const head = await ask(server, path, { method: "HEAD" });
    expectNothing(head, `HEAD ${path}`);
  }
  for (const path of [
    "/_next/data/x/index.json",
    "/index.rsc",
    "/archives/live-and-well.rsc",
    "/index.txt",
    "/_next/static/",
    "/.next/BUILD_ID",
    "/_next/image?url=/demo/dawn.svg&w=64&q=75",
  ])
    expectNothing(await ask(server, path), path);
});

test("no refusal tells any", async () => {
  for (const { of, id, slug, kind } of ids)
    for (const [path, method, body] of [
      [`/api/content/${of}/${id}`, "DELETE", undefined],
      [`/api/admin/${of}/${id}`, "PUT", "{}"],
      [`/api/admin/${of}/${id}/content`, "PUT", "{}"],
      [`/api/content/${of}/${id}/likes`, "POST", undefined],
      [`/api/content/${of}/slug/${slug}`, "POST", "{}"],
      [`/api/admin/${of}`, "POST", JSON.stringify({ title: "x", slug })],
      [address(of, slug), "POST", "a=b"],
    ] as const) {
      const reply = await ask(server, path, {
        method,
        ...(body && { body, headers: { "content-type": "application/json" } }),
      });
      expectNothing(reply, `${kind}: ${method} ${path}`, /^(sheet, )?intimate with password: slug$/);
    }
  for (const id of journals)
    for (const [path, method] of [
      [`/api/content/journals/${id}/likes`, "POST"],
      [`/api/admin/journals/${id}`, "DELETE"],
      [`/journals/${id}`, "POST"],
    ] as const)
      expectNothing(await ask(server, path, { method }), `${method} ${path}`);
  for (const { of, id } of ids)
    expectNothing(
      await ask(server, `/api/content/${of}/${id}`, { headers: { "x-content-password": "wrong" } }),
      `wrong password for ${id}`,
    );
});
