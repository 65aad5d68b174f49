import { beforeEach, describe, expect, it } from "vitest";
import { aPost } from "../testing/factories";
import { aToken, call } from "../testing/api";
import { storeOptions } from "../testing/options";
import { freshDatabase } from "../testing/setup";

beforeEach(async () => void (await freshDatabase()));

const list = (value: string) => storeOptions({ api_allowed_origins: value });
const origin = "https://app.example";
const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

describe("a page of another origin", () => {
  it("is told nothing unless the owner lists it", async () => {
    await aPost();
    for (const [method, path] of [
      ["GET", "/content/posts"],
      ["OPTIONS", "/content/posts"],
      ["GET", "/nowhere"],
      ["GET", "/admin/posts"],
    ] as const) {
      const { headers } = await call(method, path, { headers: { origin, "access-control-request-method": "GET" } });
      expect([path, corsHeaders(headers), headers.get("vary")]).toEqual([path, [], "Origin"]);
    }
  });

  it("is let in where listed: answers and refusals alike, without credentials", async () => {
    await list(`https://other.example ${origin}/`);
    const post = await aPost();
    const { token } = await aToken("EDITOR");
    for (const [method, path, given, status] of [
      ["GET", "/content/posts", {}, 200],
      ["GET", `/content/posts/${post.id}`, {}, 200],
      ["GET", "/content/posts/999", {}, 404],
      ["GET", "/admin/posts", {}, 401],
      ["POST", "/admin/tags", { token, body: { name: "x" } }, 201],
      ["DELETE", `/admin/posts/${post.id}`, { token }, 204],
    ] as const) {
      const answer = await call(method, path, { ...given, headers: { origin } });
      expect([
        path,
        answer.status,
        answer.headers.get("access-control-allow-origin"),
        answer.headers.get("vary"),
      ]).toEqual([path, status, origin, "Origin"]);
      expect(answer.headers.get("access-control-expose-headers")).toBe(
        "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count",
      );
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  it("is told beforehand what it may send", async () => {
    await list(origin);
    const { status, headers, text } = await call("OPTIONS", "/admin/posts/1", {
      headers: {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-methods")).toBe("GET, PUT, DELETE, HEAD, OPTIONS");
    for (const name of ["Authorization", "Content-Type", "If-Match", "Idempotency-Key", "X-Content-Password"])
      expect(headers.get("access-control-allow-headers")).toContain(name);
    expect(headers.get("access-control-max-age")).toBe("600");
    expect(
      (await call("OPTIONS", "/nowhere", { headers: { origin, "access-control-request-method": "PUT" } })).status,
    ).toBe(404);
  });

  it.each([
    "https://app.example.evil.org",
    "https://evil-app.example",
    "http://app.example",
    "https://app.example:8443",
    "https://APP.example",
    "null",
    "",
    "*",
    "https://app.exampl",
    "https://app.example/x",
  ])("is not taken for a listed one: %j", async (other) => {
    await list(`${origin} null *`);
    const { headers } = await call("GET", "/content/posts", { headers: { origin: other } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it("may be listed by spaces, lines or commas, with a path or without", async () => {
    await list("https://one.example,\nhttps://two.example/app\thttp://localhost:5173");
    for (const each of ["https://one.example", "https://two.example", "http://localhost:5173"])
      expect(
        (await call("GET", "/content/posts", { headers: { origin: each } })).headers.get("access-control-allow-origin"),
      ).toBe(each);
  });
});

describe("without an Origin", () => {
  it("nothing changes, and OPTIONS says which methods there are", async () => {
    await list(origin);
    const get = await call("GET", "/content/posts");
    expect([corsHeaders(get.headers), get.headers.get("vary")]).toEqual([[], null]);
    const { status, headers } = await call("OPTIONS", "/content/posts", { headers: { origin } });
    expect([status, headers.get("allow"), headers.get("access-control-allow-methods")]).toEqual([
      204,
      "GET, HEAD, OPTIONS",
      null,
    ]);
  });
});
