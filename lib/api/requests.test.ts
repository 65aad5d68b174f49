import { beforeEach, describe, expect, it } from "vitest";
import { engine, installEngine } from "../core/operation";
import { system } from "../core/access";
import { aCategory, aPost, storedPost } from "../testing/factories";
import { aToken, call, logged, read } from "../testing/api";
import { freshDatabase } from "../testing/setup";
import { api } from "./app";

let author: { id: number; token: string };
let editor = "";

beforeEach(async () => {
  await freshDatabase();
  author = await aToken("AUTHOR");
  editor = (await aToken("EDITOR")).token;
});

describe("If-Match", () => {
  it("carries the version read; a stale one answers 412 with the record as it is", async () => {
    const post = await aPost(system, { title: "One" });
    const put = (value: string, path = "") =>
      call("PUT", `/admin/posts/${post.id}${path}`, {
        token: editor,
        body: path ? { originalContent: "x" } : { title: "New" },
        headers: { "if-match": value },
      });
    for (const malformed of ["1", '"x"', '""', '"1', '"1", "2"', '"-1"', "W/1", `"${"1".repeat(16)}"`])
      expect((await put(malformed)).json).toMatchObject({
        code: "invalid",
        errors: [{ field: "If-Match", code: "wrong_format" }],
      });
    const first = await put('"1"');
    expect([first.status, first.headers.get("etag")]).toEqual([200, '"2"']);
    for (const path of ["", "/content"]) {
      const { status, json } = await put('"1"', path);
      expect([status, json.code]).toEqual([412, "stale"]);
      expect(json.current).toMatchObject({ id: post.id, version: 2, title: "New" });
    }
    expect((await put('W/"2"')).status).toBe(200);
    expect((await put("*")).status).toBe(200);
    expect(
      (await call("PUT", `/admin/posts/${post.id}`, { token: editor, body: { title: "Without" } })).headers.get("etag"),
    ).toBe('"5"');
  });

  it("cannot be slipped into the body", async () => {
    const post = await aPost();
    expect(
      (await call("PUT", `/admin/posts/${post.id}`, { token: editor, body: { title: "x", expectedVersion: 1 } })).json,
    ).toMatchObject({ errors: [{ field: "expectedVersion", code: "unknown" }] });
  });
});

describe("a body", () => {
  it.each([{}, { "idempotency-key": "k" }])(
    "that is chunked is counted while it comes, with %j as well",
    async (more) => {
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 65_536;
          controller.enqueue(new TextEncoder().encode(" ".repeat(65_536)));
        },
      });
      const headers = {
        authorization: `Bearer ${author.token}`,
        "content-type": "application/json",
        "transfer-encoding": "chunked",
        ...more,
      };
      const request = new Request("http://localhost/api/admin/posts", {
        method: "POST",
        body: endless,
        headers,
        duplex: "half",
      } as RequestInit);
      const answer = await read(
        await api(request, { ip: null, requestId: "test-request", log: (error) => logged.push(error) }),
        "POST",
      );
      expect([answer.status, answer.json.code]).toEqual([413, "too_large"]);
      expect(sent).toBeLessThan(2_097_152 + 5 * 65_536);
    },
  );

  it("of the full size is taken", async () => {
    const originalContent = "x".repeat(2_097_152 - 100);
    const { status } = await call("POST", "/admin/posts", {
      token: author.token,
      body: { title: "Long", originalContent },
    });
    expect(status).toBe(201);
  });

  it("is read as UTF-8, with a byte order mark or without", async () => {
    const body = '\ufeff{"title":"你好"}';
    expect(
      (
        await call("POST", "/admin/posts", {
          token: author.token,
          body,
          headers: { "content-type": "Application/JSON; charset=utf-8" },
        })
      ).json.title,
    ).toBe("你好");
  });

  it("names a status in the path: it is checked as everything else", async () => {
    const post = await aPost();
    expect((await call("PUT", `/admin/posts/${post.id}/status/DRAFT`, { token: editor })).json.status).toBe("DRAFT");
    for (const status of ["draft", "GONE", "%00", "1"])
      expect((await call("PUT", `/admin/posts/${post.id}/status/${status}`, { token: editor })).json).toMatchObject({
        code: "invalid",
        errors: [{ field: "status" }],
      });
    expect((await storedPost(post.id)).status).toBe("DRAFT");
  });

  it("deletes by 204, for good when asked and allowed", async () => {
    const [one, two] = [await aPost(), await aPost()];
    const gone = await call("DELETE", `/admin/posts/${one.id}?permanent=true`, { token: editor });
    expect([gone.status, gone.text, gone.headers.get("cache-control")]).toEqual([204, "", "no-store"]);
    expect((await call("GET", `/admin/posts/${one.id}`, { token: editor })).status).toBe(404);
    expect((await call("DELETE", `/admin/posts/${two.id}`, { token: editor })).status).toBe(204);
    expect((await call("GET", `/admin/posts/${two.id}`, { token: editor })).json.status).toBe("RECYCLE");
  });

  it("of a batch is a bare array, answered as one", async () => {
    const [a, b] = [await aCategory({ name: "A" }), await aCategory({ name: "B" })];
    const { status, list } = await call("PUT", "/admin/categories/batch", {
      token: editor,
      body: [
        { id: a.id, name: "A" },
        { id: b.id, name: "B", priority: 1 },
      ],
    });
    expect([status, list.map(({ name }) => name)]).toEqual([200, ["B", "A"]]);
    expect(
      (await call("PUT", "/admin/categories/batch", { token: editor, body: [{ id: a.id, name: "" }] })).json,
    ).toMatchObject({ errors: [{ field: "0.name", code: "required" }], detail: expect.stringContaining("0.name") });
    expect((await call("PUT", "/admin/categories/batch", { token: editor })).json).toMatchObject({
      errors: [{ field: "", code: "too_short" }],
    });
  });
});

describe("what fails inside", () => {
  it("answers 500 without a word of it, and is logged", async () => {
    const open = engine();
    installEngine({ ...open, reader: null as never });
    try {
      const answer = await call("GET", "/content/posts");
      expect([answer.status, answer.json.code]).toEqual([500, "internal"]);
      expect(answer.text).not.toMatch(/null|TypeError|stack/);
      expect((await call("GET", "/health")).json).toMatchObject({ status: 503, code: "unavailable" });
    } finally {
      installEngine(open);
    }
    expect(logged.splice(0).length).toBeGreaterThanOrEqual(2);
  });

  it("is nothing in all the other tests", () => expect(logged).toEqual([]));

  it("health tells that the database can be read, and which version this is", async () => {
    const { status, headers, json } = await call("GET", "/health");
    expect([status, headers.get("cache-control"), json]).toEqual([
      200,
      "no-store",
      { status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ]);
  });
});
