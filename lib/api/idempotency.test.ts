import { beforeEach, describe, expect, it } from "vitest";
import { idempotencyKeys, posts, tags } from "../../db/schema";
import { engine, installEngine } from "../core/operation";
import { flushCounts } from "../features/writing/counters";
import { aToken, call, logged } from "../testing/api";
import { aPost, storedPost } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";

let editor = "";
let author = "";

beforeEach(async () => {
  await freshDatabase();
  editor = (await aToken("EDITOR")).token;
  author = (await aToken("AUTHOR")).token;
});

const make = (key: string, body: unknown = { title: "Once" }, token = author, path = "/admin/posts") =>
  call("POST", path, { token, body, headers: { "idempotency-key": key } });
const postCount = async () => (await stored().select({ id: posts.id }).from(posts)).length;

describe("an Idempotency-Key", () => {
  it("answers the same request the same way, doing the work once", async () => {
    const [first, second] = [await make("a"), await make("a")];
    expect([second.status, second.text]).toEqual([201, first.text]);
    for (const name of ["location", "etag", "content-type", "cache-control"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(await postCount()).toBe(1);
    expect((await make("b")).json.id).not.toBe(first.json.id);
  });

  it("with another body is refused", async () => {
    await make("a");
    expect((await make("a", { title: "Other" })).json).toMatchObject({ status: 409, code: "conflict" });
    expect(await postCount()).toBe(1);
  });

  it("is its sender's own, for its own address", async () => {
    await make("a");
    await make("a", undefined, editor);
    await make("a", undefined, author, "/admin/posts?autoSave=true");
    await make("a", { name: "tag" }, editor, "/admin/tags");
    expect(await postCount()).toBe(3);
    expect(await stored().select().from(tags)).toHaveLength(1);
  });

  it("of a refused request may be used again, with the body mended", async () => {
    expect((await make("a", { title: "" })).status).toBe(400);
    expect((await make("a", { title: "x", tagIds: [99] })).status).toBe(400);
    expect((await make("a", { title: "Mended" })).status).toBe(201);
    expect((await make("a", { title: "Mended" })).status).toBe(201);
    expect(await postCount()).toBe(1);
  });

  it("of a request that failed on our side may be used again", async () => {
    const open = engine();
    let failures = 0;
    installEngine({
      ...open,
      transaction: (work, entry) =>
        open.transaction(async (db) => {
          const result = await work(db);
          if (typeof result === "object" && result !== null && "title" in result && (failures += 1) === 1)
            throw new Error("disk");
          return result;
        }, entry),
    });
    expect((await make("a")).status).toBe(500);
    expect(logged.splice(0)).toHaveLength(1);
    expect((await make("a")).status).toBe(201);
    installEngine(open);
    expect(await postCount()).toBe(1);
  });

  it("of ten at once does the work once; the others are told, or answered the same", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make("a")));
    expect(await postCount()).toBe(1);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, json } of answers.filter((answer) => answer.status !== 201))
      expect([status, json.code]).toEqual([409, "conflict"]);
    expect((await make("a")).text).toBe(made[0]?.text);
  });

  it("may hold 255 characters, and costs strangers who may not call nothing of ours", async () => {
    expect((await make("k".repeat(255))).status).toBe(201);
    expect((await make("k".repeat(256))).status).toBe(400);
    const before = (await stored().select().from(idempotencyKeys)).length;
    expect(
      (await call("POST", "/admin/posts", { body: { title: "x" }, headers: { "idempotency-key": "a" } })).status,
    ).toBe(401);
    expect((await make("a", { name: "x" }, author, "/admin/tags")).status).toBe(403);
    expect(await stored().select().from(idempotencyKeys)).toHaveLength(before);
  });

  it("of a like counts it once, though likes are counted in memory", async () => {
    const post = await aPost();
    const like = () => call("POST", `/content/posts/${post.id}/likes`, { headers: { "idempotency-key": "l" } });
    const [first, second] = [await like(), await like()];
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    await flushCounts();
    expect((await storedPost(post.id)).likes).toBe(1);
  });

  it("of a stranger's like keeps no row", async () => {
    const post = await aPost();
    const before = (await stored().select().from(idempotencyKeys)).length;
    for (let i = 0; i < 5; i += 1)
      expect(
        (
          await call("POST", `/content/posts/${post.id}/likes`, {
            ip: `198.51.100.${i}`,
            headers: { "idempotency-key": `key ${i}` },
          })
        ).status,
      ).toBe(200);
    expect((await stored().select().from(idempotencyKeys)).length).toBe(before);
  });

  it("means nothing where nothing is made: other methods ignore it", async () => {
    const { json } = await make("a");
    const put = (title: string) =>
      call("PUT", `/admin/posts/${String(json.id)}`, {
        token: author,
        body: { title },
        headers: { "idempotency-key": "p" },
      });
    expect([(await put("One")).json.title, (await put("Two")).json.title]).toEqual(["One", "Two"]);
  });
});
