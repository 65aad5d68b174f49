import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../core/access";
import { aCategory, aPost, aTag, inHours } from "../testing/factories";
import { aToken, call } from "../testing/api";
import { storeOptions } from "../testing/options";
import { queryNamesOf } from "../doors/endpoint";
import { routes } from "./routes";
import { freshDatabase } from "../testing/setup";

let author: { id: number; token: string };
let editor = "";
let count = 0;
const freshIp = () => `198.51.100.${(count += 1)}`;

beforeEach(async () => {
  await freshDatabase();
  author = await aToken("AUTHOR");
  editor = (await aToken("EDITOR")).token;
});

const setOption = (key: string, value: string) => storeOptions({ [key]: value });

describe("a created record", () => {
  it("is answered by 201, its Location, and where it has one its version", async () => {
    const { status, headers, json } = await call("POST", "/admin/posts", {
      token: author.token,
      body: { title: "First", status: "PUBLISHED", createTime: "2024-01-01T08:00:00+08:00" },
    });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/admin/posts/${String(json.id)}`);
    expect(headers.get("etag")).toBe('"1"');
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(json).toMatchObject({ title: "First", createTime: "2024-01-01T00:00:00.000Z", authorId: author.id });
    expect((await call("GET", String(headers.get("location")).slice(4), { token: author.token })).json).toEqual(json);
  });

  it("is made at one spelling of its address alone: the front desk puts others right before it looks where they lead", async () => {
    for (const path of ["/admin/tags/", "/admin//tags", "/admin/%74ags"])
      expect((await call("POST", path, { token: editor, body: { name: "x" } })).status).toBe(404);
  });

  it("by autosave in the query is a draft", async () => {
    expect(
      (
        await call("POST", "/admin/posts?autoSave=true", {
          token: author.token,
          body: { title: "x", status: "PUBLISHED" },
        })
      ).json,
    ).toMatchObject({ status: "DRAFT" });
    expect(
      (
        await call("POST", "/admin/posts?autoSave=false", {
          token: author.token,
          body: { title: "x", status: "PUBLISHED" },
        })
      ).json,
    ).toMatchObject({ status: "PUBLISHED" });
    for (const value of ["yes", "", "1", "TRUE"])
      expect(
        (await call("POST", `/admin/posts?autoSave=${value}`, { token: author.token, body: { title: "x" } })).json,
      ).toMatchObject({ code: "invalid", errors: [{ field: "autoSave", code: "wrong_type" }] });
  });
});

describe("a list", () => {
  const linksOf = (headers: Headers) =>
    Object.fromEntries(
      [...String(headers.get("link")).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]),
    );

  it("is a bare array, its paging in headers; following them reads each post once", async () => {
    for (let i = 0; i < 5; i += 1) await aPost(system, { title: `t${i}` });
    let at: string | undefined = "/content/posts?size=2&sort=createTime,asc&utm=x";
    const seen: string[] = [];
    const pages: Record<string, string>[] = [];
    while (at) {
      const answer = await call("GET", at);
      expect([answer.status, answer.headers.get("x-total-count")]).toEqual([200, "5"]);
      seen.push(...answer.list.map(({ title }) => title as string));
      pages.push(linksOf(answer.headers) as Record<string, string>);
      at = pages.at(-1)?.next?.slice(4);
    }
    expect(seen.toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(pages.map((page) => Object.keys(page))).toEqual([
      ["first", "next", "last"],
      ["first", "prev", "next", "last"],
      ["first", "prev", "last"],
    ]);
    expect(new URL(String(pages[1]?.prev), "http://x").searchParams.get("page")).toBe("1");
    for (const page of pages)
      for (const [rel, number] of [
        ["first", "1"],
        ["last", "3"],
      ] as const)
        expect(new URL(String(page[rel]), "http://x").searchParams.get("page")).toBe(number);
  });

  it("beyond the last page is empty and leads back; of nothing has one page", async () => {
    const empty = await call("GET", "/content/posts");
    expect([empty.text, empty.headers.get("x-total-count")]).toEqual(["[]", "0"]);
    expect(Object.keys(linksOf(empty.headers))).toEqual(["first", "last"]);
    for (let i = 0; i < 3; i += 1) await aPost();
    const beyond = await call("GET", "/content/posts?page=9&size=2");
    expect(beyond.list).toEqual([]);
    expect(linksOf(beyond.headers).prev).toContain("page=2");
  });

  it("that is short is whole unless a page is asked for", async () => {
    for (let i = 0; i < 25; i += 1) await aTag(`t${String(i).padStart(2, "0")}`);
    const whole = await call("GET", "/admin/tags", { token: editor });
    expect([whole.list.length, whole.headers.get("x-total-count"), whole.headers.get("link")]).toEqual([
      25,
      "25",
      null,
    ]);
    const paged = await call("GET", "/content/tags?page=2&size=10");
    expect(paged.list.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, i) => `t${i + 10}`));
    expect(Object.keys(linksOf(paged.headers))).toEqual(["first", "prev", "next", "last"]);
    expect((await call("GET", "/content/tags?page=2")).list).toHaveLength(5);
  });

  it.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "page=",
    "page=99999999999",
    "size=0",
    "size=101",
    "size=x",
    "size=1e1",
  ])("refuses %s, naming the field", async (query) => {
    for (const path of ["/content/posts", "/content/tags", "/content/categories"]) {
      const { status, json } = await call("GET", `${path}?${query}`);
      expect([status, json.code, (json.errors as { field: string }[])[0]?.field]).toEqual([
        400,
        "invalid",
        query.split("=")[0],
      ]);
    }
  });

  it("sorts by what is listed only", async () => {
    await aPost();
    for (const sort of ["createTime", "createTime,desc", "visits,asc&sort=createTime,desc"])
      expect((await call("GET", `/content/posts?sort=${sort}`)).status).toBe(200);
    for (const sort of ["password,asc", "title,asc", "createTime,up", "createTime;select", "", "author.id"])
      expect((await call("GET", `/content/posts?sort=${encodeURIComponent(sort)}`)).json).toMatchObject({
        code: "invalid",
        errors: [{ field: "sort.0" }],
      });
  });

  it("filters by category and tag in the path, and is not there for others", async () => {
    const [category, tag] = [await aCategory({ name: "News" }), await aTag("Red")];
    const post = await aPost(system, { categoryIds: [category.id], tagIds: [tag.id] });
    await aPost();
    for (const path of [
      "/content/categories/news/posts",
      "/content/tags/red/posts",
      "/content/posts?category=news&tag=red",
    ])
      expect((await call("GET", path)).list.map(({ id }) => id)).toEqual([post.id]);
    for (const path of ["/content/categories/none/posts", "/content/tags/none/posts", "/content/posts?category=none"])
      expect((await call("GET", path)).status).toBe(404);
    for (const path of [
      "/content/categories/%00/posts",
      "/content/tags/%00/posts",
      "/content/posts/slug/%00",
      "/content/posts?keyword=%00",
      "/content/posts/slug/%ff",
    ])
      expect([400, 404]).toContain((await call("GET", path)).status);
    // The path wins over the query.
    expect((await call("GET", "/content/categories/news/posts?category=none")).list).toHaveLength(1);
  });
});

describe("a public read", () => {
  it("carries a strong ETag, answers 304 to it, and another after a change", async () => {
    const post = await aPost();
    for (const path of [
      "/content/posts",
      `/content/posts/${post.id}`,
      `/content/posts/slug/${post.slug}`,
      "/content/tags",
      "/content/categories",
      `/content/posts/${post.id}/neighbours`,
    ]) {
      const first = await call("GET", path);
      const etag = String(first.headers.get("etag"));
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const second = await call("GET", path, { headers: { "if-none-match": known } });
        expect([second.status, second.text, second.headers.get("etag")]).toEqual([304, "", etag]);
      }
      expect((await call("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
    const before = (await call("GET", `/content/posts/${post.id}`)).headers.get("etag");
    await call("PUT", `/admin/posts/${post.id}`, { token: editor, body: { title: "Changed" } });
    expect(
      (await call("GET", `/content/posts/${post.id}`, { headers: { "if-none-match": String(before) } })).status,
    ).toBe(200);
  });

  it("has another ETag where the number of all records is another, however alike this part of them is", async () => {
    const first = "/content/posts?sort=createTime,asc&size=1";
    await aPost(system, { createTime: Date.parse("1970-01-02T00:00:00Z") });
    const before = await call("GET", first);
    await aPost();
    const after = await call("GET", first, { headers: { "if-none-match": String(before.headers.get("etag")) } });
    expect([after.status, after.text]).toEqual([200, before.text]);
    expect(Number(after.headers.get("x-total-count"))).toBe(Number(before.headers.get("x-total-count")) + 1);
  });

  it("with a token or a password is for nobody else to keep", async () => {
    const post = await aPost(system, { password: "secret" });
    for (const given of [{ token: editor }, { headers: { "x-content-password": "secret" } }]) {
      const { status, headers } = await call("GET", `/content/posts/${post.id}`, given);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    }
  });

  it("answers HEAD as GET, without the body", async () => {
    const post = await aPost();
    for (const path of ["/content/posts", `/content/posts/${post.id}`, "/health", "/openapi.json"]) {
      const [get, head] = [await call("GET", path), await call("HEAD", path)];
      expect([
        head.status,
        head.text,
        head.headers.get("etag"),
        head.headers.get("x-total-count"),
        head.headers.get("content-type"),
      ]).toEqual([200, "", get.headers.get("etag"), get.headers.get("x-total-count"), get.headers.get("content-type")]);
    }
    expect((await call("HEAD", "/content/posts/999")).status).toBe(404);
    expect((await call("HEAD", "/admin/posts")).status).toBe(401);
  });

  it("of a protected post asks for its password, and counts wrong ones", async () => {
    const post = await aPost(system, { password: "geheim", originalContent: "the text" });
    const ip = freshIp();
    const ask = (password?: string) =>
      call("GET", `/content/posts/slug/${post.slug}`, {
        ip,
        ...(password !== undefined && { headers: { "x-content-password": password } }),
      });
    const locked = await ask();
    expect([locked.status, locked.json.code]).toEqual([401, "locked"]);
    expect(locked.text).not.toContain("the text");
    expect((await ask("geheim")).json.content).toContain("the text");
    for (let i = 0; i < 5; i += 1) expect((await ask(`wrong${i}`)).json.code).toBe("locked");
    const tooMany = await ask("geheim");
    expect([tooMany.status, tooMany.json.code]).toEqual([429, "too_many"]);
    expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(0);
    // A list shows it without its text instead of refusing.
    expect((await call("GET", "/content/posts?fields=content")).list).toMatchObject([{ locked: true }]);
    expect((await call("GET", "/content/posts?fields=content")).text).not.toContain("the text");
    expect((await call("GET", `/content/posts/${post.id}`, { token: editor })).json.content).toContain("the text");
  });

  it("is searched by strangers of one network 60 times a minute in all lists, and by whoever writes here as they like", async () => {
    const ip = freshIp();
    const lists = routes.filter((each) => each.path.startsWith("/content/") && queryNamesOf(each).has("keyword"));
    expect(lists.length).toBeGreaterThan(8);
    const search = (i: number, more: { ip?: string; token?: string } = { ip }) =>
      call("GET", `${lists[i % lists.length]?.path.replace("{id}", "1")}?keyword=w${i}`, more);
    for (let i = 0; i < 60; i += 1) expect([200, 404]).toContain((await search(i)).status);
    const { status, json, headers } = await search(60);
    expect([status, json.code]).toEqual([429, "too_many"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const ofPosts = lists.findIndex(({ path }) => path === "/content/posts");
    expect((await search(ofPosts, { ip: freshIp() })).status).toBe(200);
    expect((await search(ofPosts, { ip, token: author.token })).status).toBe(200);
  });

  it("is not there for what is hidden, in the same words as for what never was", async () => {
    const none = await call("GET", "/content/posts/99999");
    for (const hidden of [
      { status: "DRAFT" },
      { status: "INTIMATE" },
      { status: "RECYCLE" },
      { createTime: inHours(1) },
    ] as const) {
      const post = await aPost(system, hidden);
      for (const path of [`/content/posts/${post.id}`, `/content/posts/slug/${post.slug}`])
        expect((await call("GET", path)).json).toEqual(none.json);
    }
  });

  it("is off where the owner says so, but not for those who are signed in", async () => {
    const post = await aPost();
    await setOption("api_enabled", "false");
    for (const [method, path] of [
      ["GET", "/content/posts"],
      ["GET", `/content/posts/${post.id}`],
      ["POST", `/content/posts/${post.id}/likes`],
    ] as const) {
      expect((await call(method, path)).json).toMatchObject({ status: 403, code: "forbidden" });
      expect((await call(method, path, { token: author.token })).status).toBe(200);
    }
    expect((await call("GET", "/health")).status).toBe(200);
    expect((await call("GET", "/admin/posts", { token: author.token })).status).toBe(200);
  });
});
