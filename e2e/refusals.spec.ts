import { type Api, install } from "./rig/api";
import { ask, json, type Reply, sendRaw } from "./rig/http";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

const server = serve();
let ada: Api;
let bearer: { authorization: string };

/** Every refusal has one shape (docs/specification.md, "Refusals"). */
function expectProblem(reply: Reply, status: number, code: string): Record<string, unknown> {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers["content-type"]).toBe("application/problem+json");
  expect(reply.headers["cache-control"]).toBe("no-store");
  const body = JSON.parse(reply.text) as Record<string, unknown>;
  expect(body).toMatchObject({ type: "about:blank", status, code });
  expect(body.title).toEqual(expect.any(String));
  expect(String(body.detail)).toMatch(/\w/);
  expect(body.detail).not.toMatch(/: Invalid input$/);
  expect(body.requestId).toBe(reply.headers["x-request-id"]);
  expect(reply.text).not.toMatch(/node_modules|at \w+ \(|SQLITE/);
  return body;
}

test.beforeAll(async () => {
  ada = await install(server);
  const login = await ask(server, "/api/admin/login", json({ username: "ada", password: "analytical engine" }));
  bearer = { authorization: `Bearer ${(JSON.parse(login.text) as { accessToken: string }).accessToken}` };
});

const create = (body: unknown, headers = {}) => ask(server, "/api/admin/posts", json(body, { ...bearer, ...headers }));

test("a form from another site is refused before anything is done", async () => {
  const form = { method: "POST", body: "scheme=dark" };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (const path of ["/scheme", "/setup", "/archives/x"]) {
    expectProblem(
      await ask(server, path, { ...form, headers: { ...type, origin: "https://evil.example" } }),
      403,
      "forbidden",
    );
    expectProblem(await ask(server, path, { ...form, headers: { ...type, origin: "null" } }), 403, "forbidden");
    expectProblem(await ask(server, path, { ...form, headers: { ...type, cookie: "unlock=1" } }), 403, "forbidden");
  }
  const own = await ask(server, "/scheme", { ...form, headers: { ...type, origin: server.origin, cookie: "a=b" } });
  expect(own.status).toBe(303);
  expect(own.headers["set-cookie"]?.[0]).toMatch(/^scheme=dark;/);
  expect(
    (
      await ask(server, "/scheme", {
        ...form,
        headers: { ...type, origin: server.origin, referer: "https://evil.example//evil.example/x" },
      })
    ).headers.location,
  ).toBe("/");
});

test("the API takes no cookie for a credential, and no bad token for a stranger", async () => {
  expectProblem(
    await ask(server, "/api/admin/posts", { headers: { cookie: bearer.authorization.replace("Bearer ", "token=") } }),
    401,
    "unauthenticated",
  );
  const bad = await ask(server, "/api/content/posts", { headers: { authorization: "Bearer nonsense" } });
  expectProblem(bad, 401, "unauthenticated");
  expect(bad.headers["www-authenticate"]).toBe("Bearer");
  expectProblem(
    await ask(server, "/api/admin/posts", { headers: { authorization: "Basic YWRhOmFkYQ==" } }),
    401,
    "unauthenticated",
  );
});

test("a known path with another method says which ones it has", async () => {
  const reply = await ask(server, "/api/content/posts", { method: "DELETE" });
  expectProblem(reply, 405, "method_not_allowed");
  expect(reply.headers.allow?.split(", ").sort()).toEqual(["GET", "HEAD", "OPTIONS"]);
  const posts = await ask(server, "/api/admin/posts/1", { method: "PATCH", headers: bearer });
  expectProblem(posts, 405, "method_not_allowed");
  expect(posts.headers.allow?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PUT"]);
  expectProblem(await ask(server, "/api/none", { headers: bearer }), 404, "not_found");
});

test("what a visitor does reaches the API, what they read comes from memory", async () => {
  const { id } = await ada.post({ title: "Likeable", originalContent: "Yes." });
  const liked = await ask(server, `/api/content/posts/${id}/likes`, { method: "POST" });
  expect([200, 201, 204], liked.text).toContain(liked.status);
  expectProblem(await ask(server, "/api/content/posts", { method: "POST" }), 405, "method_not_allowed");
});

test("a body of another type or packing is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data; boundary=x",
  ])
    expectProblem(await create({ title: "x" }, { "content-type": type }), 415, "unsupported_media");
  expectProblem(await create({ title: "x" }, { "content-encoding": "gzip" }), 415, "unsupported_media");
  expect((await create({ title: "Typed" }, { "content-type": "application/json; charset=utf-8" })).status).toBe(201);
});

test("a body that is too large is refused, whether it says so or not", async () => {
  const large = JSON.stringify({ title: "x", originalContent: "a".repeat(2 * 1024 * 1024) });
  expectProblem(await create(large), 413, "too_large");
  const chunked = await ask(server, "/api/admin/posts", {
    method: "POST",
    headers: { ...bearer, "content-type": "application/json" },
    body: [large.slice(0, 1_000_000), large.slice(1_000_000, 2_000_000), large.slice(2_000_000)],
  });
  expectProblem(chunked, 413, "too_large");
  // One that only says it is large is refused without waiting for it.
  const said = await sendRaw(
    server,
    `POST /api/admin/posts HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer.authorization}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
  );
  expect(said).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body that is no JSON, or too deep, is refused", async () => {
  for (const body of ["{", "", "nonsense", "[1,2", '{"title":"x"} extra', "\u0000"])
    expect((await create(body)).status, JSON.stringify(body)).toBe(400);
  expectProblem(await create("{"), 400, "malformed");
  expectProblem(await create("[]"), 400, "malformed");
  expectProblem(await create("null"), 400, "malformed");
  expectProblem(await create('"text"'), 400, "malformed");
  const deep = (levels: number) => `{"title":"x","metas":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  expectProblem(await create(deep(40)), 400, "malformed");
  expectProblem(await create(deep(100_000)), 400, "malformed");
});

test("a field that breaks its rule, or that nobody knows, is named", async () => {
  const unknown = expectProblem(await create({ title: "x", isAdmin: true, visits: 5 }), 400, "invalid");
  expect(unknown.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: "isAdmin", code: "unknown" }),
      expect.objectContaining({ field: "visits", code: "unknown" }),
    ]),
  );
  const wrong = expectProblem(
    await create({ title: " ", thumbnail: "javascript:alert(1)", tagIds: [1, 1], createTime: "yesterday" }),
    400,
    "invalid",
  );
  expect((wrong.errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
    "createTime",
    "tagIds.1",
    "thumbnail",
    "title",
  ]);
  expectProblem(await create('{"title":"x","__proto__":{"role":"ADMIN"}}'), 400, "invalid");
  expectProblem(await create({ title: "x", categoryIds: [424242] }), 400, "invalid");
});

test("what cannot be an id is an address where nothing is", async () => {
  for (const id of ["0", "-1", "1e0", "7abc", "2147483648", "01", "%31%00", "1.0"])
    expect((await ask(server, `/api/admin/posts/${id}`, { headers: bearer })).status, id).toBe(404);
  // Browsers resolve it before they ask.
  expect((await ask(server, "/api/admin/posts/..", { headers: bearer })).status).toBe(400);
});

test("a sort, page or size that nobody offers is refused", async () => {
  for (const query of [
    "sort=password,asc",
    "sort=title;drop%20table%20posts",
    "sort=createTime,sideways",
    "page=0",
    "page=-1",
    "page=x",
    "size=0",
    "size=101",
    "month=13",
    "fields=password",
  ])
    expectProblem(await ask(server, `/api/content/posts?${query}`), 400, "invalid");
  expect(
    (await ask(server, "/api/content/posts?keyword=%25%27%22--;&sort=createTime,desc&sort=likes&unknown=1")).status,
  ).toBe(200);
});

test("an address that leads to another host is none", async () => {
  for (const path of ["//evil.example", "//evil.example/..", "//"]) {
    const reply = await ask(server, path);
    expect(reply.status, path).toBe(400);
    expect(reply.headers.location, path).toBeUndefined();
  }
  for (const path of [
    "/\\evil.example",
    "/%5Cevil.example",
    "/%2F%2Fevil.example",
    "/./evil",
    "/archives//evil.example",
    "/archives/",
  ]) {
    const reply = await ask(server, path);
    const to = reply.headers.location;
    if (to !== undefined) expect(new URL(to, "http://localhost").host, `${path} → ${to}`).toBe("localhost");
  }
});

test("headers that are too long or broken are refused", async () => {
  expect((await ask(server, "/", { headers: { "x-long": "a".repeat(20_000) } })).status).toBe(431);
  expect((await ask(server, `/${"a".repeat(20_000)}`)).status).toBe(431);
  expect(
    await sendRaw(server, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"),
  ).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server, "GET / HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

test("the server is as well as before, and knows it", async () => {
  expect(await ada.get("/health")).toMatchObject({ status: "ok" });
  expect(server.failures()).toEqual([]);
});
